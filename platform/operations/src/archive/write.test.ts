import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeArchive } from './write.ts';

/** A device on which there is never room. */
const full = '/dev/full';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it.skipIf(!existsSync(full))(
  'a disk that is full ends it with one line, and leaves nothing of it',
  async () => {
    const folder = await makeFolder();
    const file = join(folder, 'kept.tar');
    await symlink(full, `${file}.${process.pid}.part`);
    const writing = writeArchive(file, async ({ add }) => {
      // The second waits for room when the first cannot be written.
      for (const name of ['one', 'two']) await add(name, Buffer.alloc(1_048_576));
    });
    await expect(writing).rejects.toThrow(
      `${file} cannot be written: ENOSPC: no space left on device, write`,
    );
    expect(await readdir(folder)).toEqual([]);
  },
);

it('a folder that is not there is named', async () => {
  const folder = join(await makeFolder(), 'missing');
  const writing = writeArchive(join(folder, 'kept.tar'), async () => {});
  await expect(writing).rejects.toThrow(`There is no folder ${folder}.`);
});
