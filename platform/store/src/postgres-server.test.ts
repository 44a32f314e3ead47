import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('leaves a process that can start servers its exit code', () => {
  const module = new URL('./postgres-server.testing.ts', import.meta.url).href;
  const code = `process.exitCode = 3; await import('${module}');`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', code]);
  expect(status).toBe(3);
});
