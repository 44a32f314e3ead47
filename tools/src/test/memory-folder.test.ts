import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeMemoryFolder, removeMemoryFolder } from './memory-folder.ts';

let parent = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

const enough = { freeBytes: 1, memory: 1 };

it('is a folder of its own each time, and is removed with what is in it', () => {
  const folder = makeMemoryFolder(parent, enough) ?? '';
  const other = makeMemoryFolder(parent, enough) ?? '';
  expect(dirname(folder)).toBe(parent);
  expect(other).not.toBe(folder);
  expect((statSync(folder).mode & 0o777).toString(8)).toBe('755');
  writeFileSync(join(folder, 'a file'), 'text');
  removeMemoryFolder(folder);
  expect([folder, other].map((each) => existsSync(each))).toEqual([false, true]);
});

it.each([
  ['there is no such file system', 'nowhere', enough],
  ['there is too little freeBytes', '', { ...enough, freeBytes: 2 ** 60 }],
  ['there is too little memory', '', { ...enough, memory: 2 ** 60 }],
])('is none where %s', (_, below, needed) => {
  expect(makeMemoryFolder(join(parent, below), needed)).toBeUndefined();
});

// As in a container.
it('is none where no program may be run', (context) => {
  const script = `
    import { readdirSync } from 'node:fs';
    import { makeMemoryFolder } from ${JSON.stringify(import.meta.resolve('./memory-folder.ts'))};
    const [, parent] = process.argv;
    console.log(makeMemoryFolder(parent, { freeBytes: 1, memory: 1 }), readdirSync(parent));`;
  const mount = 'mount -t tmpfs -o noexec tmpfs "$0" && exec "$@"';
  const own = ['unshare', '-rm', 'sh', '-c', mount, parent];
  const node = [process.execPath, '--input-type=module', '-e', script, parent];
  const { status, stdout } = spawnSync('env', [...own, ...node]);
  context.skip(status !== 0, 'this machine mounts nothing for its users');
  expect(String(stdout)).toBe('undefined []\n');
});
