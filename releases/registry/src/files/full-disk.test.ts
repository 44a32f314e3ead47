import { join } from 'node:path';
import { copyFiles } from '@tallystick/store/copy-files.testing';
import { openSmallDisk } from '@tallystick/store/small-disk.testing';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { openRegistry } from '../open.ts';
import { buildOf, draftOf, manager, publish, upload } from '../registry.testing.ts';
import { hasNoRoom } from './no-room.ts';

const disk = await openSmallDisk(256);

describe.runIf(disk !== null)('a registry whose disk is full', () => {
  const folder = disk?.folder ?? '';
  afterAll(() => disk?.end());

  it('refuses what would write, keeps what it has whole, and goes on when there is room', async () => {
    copyFiles(inject('pgliteTemplate'), join(folder, 'releases'));
    const opened = await openRegistry({ DATA_DIR: folder });
    if (!opened.ok) throw new Error(opened.problem);
    const { registry } = opened;
    const [first, second] = [buildOf(1), buildOf(2)];
    await publish(registry, 'mfe-a', first);
    const draft = draftOf('mfe-a', second, { files: { 'large.js': 'x'.repeat(1_000_000) } });

    await disk?.fill(64);
    await upload(registry, 'mfe-a', second, draft);
    await expect
      .poll(() => registry.createToken(manager, tokenFor('x')).then(() => null, hasNoRoom))
      .toBe(true);
    await expect(registry.publish(manager, 'mfe-a', second)).rejects.toSatisfy(hasNoRoom);
    await disk?.fill(0);
    const third = draftOf('mfe-a', buildOf(3), { files: { 'large.js': 'x'.repeat(1_000_000) } });
    await expect(upload(registry, 'mfe-a', buildOf(3), third)).rejects.toSatisfy(hasNoRoom);
    expect(await registry.verify()).toMatchObject({ ok: true, problems: [] });
    expect((await registry.builds()).map(({ build }) => build)).toEqual([first]);

    await disk?.empty();
    await expect
      .poll(() => registry.publish(manager, 'mfe-a', second).catch(hasNoRoom))
      .toMatchObject({ ok: true });
    expect(await registry.verify()).toMatchObject({ ok: true, problems: [] });
    expect(await registry.builds()).toHaveLength(2);
    await registry.close();
  });
});

const tokenFor = (name: string) => ({ name, scope: { kind: 'manager' as const }, days: 1 });
