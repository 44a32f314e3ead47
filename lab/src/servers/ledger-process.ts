import { openSync } from 'node:fs';
import { join } from 'node:path';
import { openServer, spawnScript } from '@tallystick/e2e/src/house/server.ts';
import { freePort } from '@tallystick/store/free-ports.testing';

/** The ledger service as a process. */
export type LedgerProcess = Awaited<ReturnType<typeof startLedgerService>>;

/** Starts the service as `npm start` does, without the demo; its log goes to a file in `folder`, its problems to ours. */
export async function startLedgerService(folder: string, variables: Record<string, string>) {
  const port = await freePort();
  const settings = { DEMO: 'off', ...variables, BACKEND_PORT: String(port) };
  const output = openSync(join(folder, 'service.log'), 'a');
  const server = openServer(
    () =>
      spawnScript(['backend/src/main.ts'], settings, { output, errors: 'inherit', alone: true }),
    `http://127.0.0.1:${port}/ready`,
  );
  await server.start();
  return { port, pid: server.pid(), stop: async () => void (await server.end('SIGTERM')) };
}
