import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openChannel } from './channel.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-channel-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => openChannel(folder, 'production');
const next = (digit: string) => ({
  builds: { shell: `1.0.0-${digit.repeat(12)}` },
  by: 'maria',
  reason: 'because',
});

describe('a channel', () => {
  it('is empty at first', async () => {
    expect(await open().current()).toBeNull();
  });

  it('numbers revisions from 1 and keeps the newest', async () => {
    await open().append(0, next('1'));
    await open().append(1, next('2'));
    expect(await open().current()).toMatchObject({
      revision: 2,
      builds: { shell: '1.0.0-222222222222' },
      by: 'maria',
      reason: 'because',
    });
  });

  it('refuses a revision that does not follow the newest', async () => {
    await open().append(0, next('1'));
    expect(await open().append(0, next('2'))).toEqual({
      ok: false,
      code: 'moved',
      problem: 'channel production is at revision 1',
    });
    expect((await open().current())?.builds.shell).toBe('1.0.0-111111111111');
  });

  it('lets one of many writers through for each revision', async () => {
    const results = await Promise.all(
      ['1', '2', '3', '4', '5'].map((digit) => open().append(0, next(digit))),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await open().current())?.revision).toBe(1);
  });

  it('forgets a line that a crash cut off, and goes on after the last whole one', async () => {
    await open().append(0, next('1'));
    const file = join(folder, 'registry/channels/production.ndjson');
    await appendFile(file, '{"revision":2,"bui');
    expect((await open().current())?.revision).toBe(1);
    expect(await open().append(1, next('2'))).toMatchObject({ ok: true });
    expect(await open().current()).toMatchObject({ revision: 2 });
  });

  it('takes over from a writer that died with the channel in its hands', async () => {
    await mkdir(join(folder, 'registry/channels'), { recursive: true });
    const pidOfNobody = 2 ** 22 + 1;
    await writeFile(join(folder, 'registry/channels/production.ndjson.lock'), String(pidOfNobody));
    expect(await open().append(0, next('1'))).toMatchObject({ ok: true });
  });
});
