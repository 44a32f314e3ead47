import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@tallystick/store/free-ports.testing';

const scripts = {
  service: fileURLToPath(import.meta.resolve('@tallystick/backend/src/main.ts')),
  command: fileURLToPath(import.meta.resolve('@tallystick/backend/src/cli/main.ts')),
  load: fileURLToPath(new URL('./load.ts', import.meta.url)),
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
export interface LedgerProcess {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the service as `npm start` does, without the demo; its log goes to a file in `folder`. */
export async function startLedgerService(
  folder: string,
  variables: Record<string, string>,
): Promise<LedgerProcess> {
  const port = await freePort();
  const log = join(folder, 'service.log');
  const file = openSync(log, 'a');
  const child = startScript(
    'service',
    [],
    { DEMO: 'off', ...variables, BACKEND_PORT: String(port) },
    ['ignore', file, file],
  );
  const ended = once(child, 'exit');
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(await readFile(log, 'utf8'));
    await wait(50);
  }
  if (child.pid === undefined) throw new Error('The service has no process.');
  return {
    port,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
