import { statfs } from 'node:fs/promises';
import { openSmallDisk } from '@tallystick/store/small-disk.testing';
import { afterAll, describe, expect, it } from 'vitest';
import { largestFile } from '../contract/bounds.ts';
import type { Change } from '../contract/channel.ts';
import { openRegistry } from '../open.ts';
import { buildOf, done, draftOf, manager, publish, upload } from '../registry.testing.ts';
import { isDiskFull } from './disk-full.ts';

const reason = 'because of this test';
const disk = await openSmallDisk(320);

describe.runIf(disk !== null)('a registry whose disk is full', () => {
  const folder = disk?.folder ?? '';
  afterAll(() => disk?.end());

  it('refuses what would write, goes back all the same, and goes on when there is room', async () => {
    let ahead = 0;
    const opened = await openRegistry(
      { DATA_DIR: folder, DATABASE_URL: undefined },
      () => Date.now() + ahead,
    );
    if (!opened.ok) throw new Error(opened.problem);
    const { value: registry } = opened;
    const [first, second] = [buildOf(1), buildOf(2)];
    await publish(registry, 'shell', first, { kind: 'shell' });
    const unused = buildOf(4);
    for (const build of [first, second, unused]) await publish(registry, 'mfe-a', build);
    const change = async (expected: number, what: Change) =>
      done(await registry.channel('production').change(manager, expected, what));
    await change(0, { kind: 'promote', builds: { shell: first, 'mfe-a': first }, reason });
    await change(1, { kind: 'promote', builds: { 'mfe-a': second }, reason });
    const { token, secret } = done(await registry.access.createToken(manager, tokenFor('x')));
    const third = draftOf('mfe-a', buildOf(3), { files: { 'large.js': 'x'.repeat(1_000_000) } });

    await disk?.fill(133);
    // Drafts leave alone what the database needs, also files that come side by side.
    const large = new Uint8Array(largestFile);
    const puts = Array.from({ length: 4 }, (_, n) =>
      registry.putFile(manager, 'mfe-a', buildOf(5 + n), 'a.js', large),
    );
    expect((await Promise.allSettled(puts)).some(({ status }) => status === 'rejected')).toBe(true);
    const { bavail, bsize } = await statfs(folder);
    expect(bavail * bsize).toBeGreaterThan(110 * 1_048_576);
    done(await registry.access.createToken(manager, tokenFor('w')));

    await disk?.fill(64);
    await expect(upload(registry, 'mfe-a', buildOf(3), third)).rejects.toSatisfy(isDiskFull);
    await expect
      .poll(() => registry.access.createToken(manager, tokenFor('y')).then(() => null, isDiskFull))
      .toBe(true);
    const apps = ['mfe-a'];
    const back: Change = { kind: 'rollback', apps, to: {}, recall: true, reason };

    await disk?.fill(40);
    // Since when it was used cannot be noted, and is not asked for.
    expect(await registry.access.authenticate(secret)).toMatchObject({ name: 'x' });
    expect(await change(2, back)).toMatchObject({ kind: 'recall', builds: { 'mfe-a': first } });
    done(await registry.channel('production').lock(manager, 'mfe-a', reason));
    done(await registry.access.revokeToken(manager, token.id));
    await expect(registry.access.createToken(manager, tokenFor('y'))).rejects.toSatisfy(isDiskFull);
    expect(await registry.audit.verify()).toMatchObject({ ok: true, problems: [] });
    expect(await registry.channel('production').current()).toMatchObject({ revision: 3 });
    expect(await registry.access.authenticate(secret)).toBeNull();
    // What tabs report cannot be written, and what there is can be read.
    registry.reports.take({
      tab: '00000000-0000-4000-8000-000000000001',
      ...{ sequence: 1, channel: 'production', revision: 3, running: { 'mfe-a': first } },
      ...{ loads: [], failures: [], leaving: false },
    });
    expect((await registry.channel('production').board()).current).toMatchObject({ revision: 3 });

    // What could be done goes no further than to where the server would end.
    await disk?.fill(24);
    const lock = () => registry.channel('production').lock(manager, 'shell', reason);
    await expect(lock()).rejects.toSatisfy(isDiskFull);
    await disk?.fill(0);
    await expect(lock()).rejects.toSatisfy(isDiskFull);
    expect(await registry.audit.verify()).toMatchObject({ ok: true, problems: [] });
    expect(await registry.channel('production').current()).toMatchObject({ revision: 3 });

    await disk?.fill(40);
    done(await lock());
    ahead = 2 * 86_400_000;
    expect(await registry.gc(manager, { dryRun: false })).toMatchObject({
      ok: true,
      value: { deleted: [{ app: 'mfe-a', build: unused }] },
    });

    await disk?.empty();
    await expect
      .poll(() => registry.access.createToken(manager, tokenFor('z')).catch(isDiskFull))
      .toMatchObject({ ok: true });
    await upload(registry, 'mfe-a', buildOf(3), third);
    done(await registry.publish(manager, 'mfe-a', buildOf(3)));
    expect(await registry.audit.verify()).toMatchObject({ ok: true, problems: [] });
    await registry.close();
  });
});

const tokenFor = (name: string) => ({ name, scope: { kind: 'manager' as const }, days: 1 });
