import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each([
  [['mfe-a', 'mfe-b'], 'mfe-b'],
  [['mfe-a', '--site', 'https://tally.example', '--open'], '--site --open'],
  [['dev', '.', 'mfe-b', '--kit', 'kit'], 'mfe-b --kit'],
  [['new', 'mfe a', '--port', '4901'], '--port'],
])('%j is refused for what would not be read', (words, unread) => {
  const command = [join(import.meta.dirname, 'cli.ts'), ...words];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: tmpdir() });
  expect([status, `${stderr}`]).toEqual([
    1,
    `${unread}: not taken here. Try: tallystick-build --help\n`,
  ]);
});
