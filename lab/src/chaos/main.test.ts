import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each([
  [['--only', 'no-such-fault'], /^There is no such fault or attack; --list names them\.\n$/],
  [['--sec', '5'], /^Unknown option '--sec'\..* Try: npm run chaos -- --help\n$/],
])('refuses %j in one line, with an exit code that says so', (words, line) => {
  const script = join(import.meta.dirname, 'main.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(line)]);
});
