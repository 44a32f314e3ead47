import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openToAll } from './open-to-all.ts';

it('lets everybody read a tree, and run what its owner runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const modeOf = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);
  const tree = join(folder, 'tree');
  mkdirSync(join(tree, 'apps/shell'), { recursive: true, mode: 0o700 });
  for (const [path, mode] of [
    ['outside', 0o600],
    ['tree/main.js', 0o600],
    ['tree/run.sh', 0o700],
    ['tree/open.js', 0o666],
    ['tree/apps/shell/entry.js', 0o600],
  ] as const) {
    writeFileSync(join(folder, path), '');
    chmodSync(join(folder, path), mode);
  }
  symlinkSync('../outside', join(tree, 'link'));
  await openToAll(tree);
  expect(['tree', 'tree/apps', 'tree/apps/shell'].map(modeOf)).toEqual(['755', '755', '755']);
  expect(
    ['main.js', 'open.js', 'apps/shell/entry.js'].map((path) => modeOf(`tree/${path}`)),
  ).toEqual(['644', '644', '644']);
  expect(modeOf('tree/run.sh')).toBe('755');
  expect(modeOf('outside')).toBe('600');
});
