import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the exit code says that something is wrong', () => {
  const words = [join(import.meta.dirname, 'main.ts'), '--only', 'first-visits'];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^--only is one of cached-readers,/)]);
});
