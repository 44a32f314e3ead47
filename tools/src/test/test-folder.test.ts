import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeTestFolder, removeTestFolder } from './test-folder.ts';

let parent = '';
/** Where temporary files are else. */
let disk = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
  disk = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
  vi.stubEnv('TMPDIR', disk);
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of [parent, disk]) rmSync(folder, { recursive: true });
});

const enough = { freeBytes: 1, memory: 1 };

it('is a folder of its own each time, and is removed with what is in it', () => {
  const folder = makeTestFolder(parent, enough);
  const other = makeTestFolder(parent, enough);
  expect(dirname(folder)).toBe(parent);
  expect(other).not.toBe(folder);
  expect((statSync(folder).mode & 0o777).toString(8)).toBe('755');
  writeFileSync(join(folder, 'a file'), 'text');
  removeTestFolder(folder);
  expect([folder, other].map((each) => existsSync(each))).toEqual([false, true]);
});

it.each([
  ['there is no such file system', 'nowhere', enough],
  ['there is too little freeBytes', '', { ...enough, freeBytes: 2 ** 60 }],
  ['there is too little memory', '', { ...enough, memory: 2 ** 60 }],
])('is on the disk where %s', (_, below, needed) => {
  const folder = makeTestFolder(join(parent, below), needed);
  expect(dirname(folder)).toBe(disk);
  expect((statSync(folder).mode & 0o777).toString(8)).toBe('755');
});

// As in a container.
it('is on the disk where no program may be run', (context) => {
  const script = `
    import { readdirSync } from 'node:fs';
    import { dirname } from 'node:path';
    import { makeTestFolder } from ${JSON.stringify(import.meta.resolve('./test-folder.ts'))};
    const [, parent] = process.argv;
    console.log(dirname(makeTestFolder(parent, { freeBytes: 1, memory: 1 })), readdirSync(parent));`;
  const mount = 'mount -t tmpfs -o noexec tmpfs "$0" && exec "$@"';
  const own = ['unshare', '-rm', 'sh', '-c', mount, parent];
  const node = [process.execPath, '--input-type=module', '-e', script, parent];
  const { status, stdout } = spawnSync('env', [...own, ...node]);
  context.skip(status !== 0, 'this machine mounts nothing for its users');
  expect(String(stdout)).toBe(`${disk} []\n`);
});
