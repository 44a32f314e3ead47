import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openArtifactStore } from './artifacts.ts';
import { writeBuild } from './build.testing.ts';
import { openChannel } from './channel.ts';
import { releaseFolders } from './publish.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-publish-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function build(app: string, digit: string): Promise<string> {
  const build = `1.0.0-${digit.repeat(12)}`;
  const files = { 'remote-entry.js': digit };
  await writeBuild(join(folder, app, 'dist', build), files, { app, build });
  await writeFile(join(folder, app, 'dist/current.json'), JSON.stringify({ build }));
  return join(folder, app);
}

const release = (...folders: string[]) =>
  releaseFolders(
    folders,
    openArtifactStore(join(folder, 'data')),
    openChannel(join(folder, 'data'), 'production'),
    'maria',
    'because',
  );

describe('releasing app folders', () => {
  it('moves new builds together, and others stay', async () => {
    const one = await build('mfe-one', '1');
    const two = await build('mfe-two', '2');
    expect(await release(one, two)).toMatchObject({ ok: true, moved: ['mfe-one', 'mfe-two'] });
    await build('mfe-two', '3');
    expect(await release(two)).toMatchObject({
      ok: true,
      moved: ['mfe-two'],
      revision: {
        revision: 2,
        builds: { 'mfe-one': '1.0.0-111111111111', 'mfe-two': '1.0.0-333333333333' },
      },
    });
  });

  it('appends nothing when nothing is new', async () => {
    const one = await build('mfe-one', '1');
    await release(one);
    expect(await release(one)).toMatchObject({ ok: true, moved: [], revision: { revision: 1 } });
  });

  it('says which folder has no build', async () => {
    const none = join(folder, 'mfe-none');
    expect(await release(none)).toEqual({ ok: false, problem: `${none} has not been built` });
  });
});
