import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the exit code says that something is wrong', () => {
  const words = [join(import.meta.dirname, 'main.ts'), '--only', 'no-such-fault'];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, 'There is no such fault or attack; --list names them.\n']);
});
