import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openServer } from '@tallystick/e2e/src/house/side-house.ts';
import { freePort } from '@tallystick/store/free-ports.testing';

const scripts = {
  service: fileURLToPath(import.meta.resolve('@tallystick/backend/src/main.ts')),
  command: fileURLToPath(import.meta.resolve('@tallystick/backend/src/cli/main.ts')),
};

/** Starts a script of the workspace in a process of its own, on this Node. */
export function startScript(
  script: keyof typeof scripts,
  words: readonly string[],
  variables: Record<string, string>,
  stdio: ('pipe' | 'ignore' | 'inherit' | number)[],
): ChildProcess {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [scripts[script], ...words], {
    env: { PATH, ...variables },
    stdio,
  });
}

/** The ledger service as a process. */
export type LedgerProcess = Awaited<ReturnType<typeof startLedgerService>>;

/** Starts the service as `npm start` does, without the demo; its log goes to a file in `folder`, its problems to ours. */
export async function startLedgerService(folder: string, variables: Record<string, string>) {
  const port = await freePort();
  const settings = { DEMO: 'off', ...variables, BACKEND_PORT: String(port) };
  const file = openSync(join(folder, 'service.log'), 'a');
  const child = startScript('service', [], settings, ['ignore', file, 'inherit']);
  const server = openServer(() => child, `http://127.0.0.1:${port}/ready`);
  await server.start();
  return { port, pid: child.pid ?? 0, stop: () => server.end('SIGTERM') };
}
