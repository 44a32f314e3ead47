import { spawn } from 'node:child_process';
import { endWithParent } from '@tallystick/e2e/src/house/command.ts';
import { openServer } from '@tallystick/e2e/src/house/side-house.ts';
import { freePort } from '@tallystick/store/free-ports.testing';
import { root } from '@tallystick/tools/src/project.ts';

export type Identity = Awaited<ReturnType<typeof openIdentity>>;

/** Starts an identity emulator of its own, which can be killed. */
export async function openIdentity() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = openServer(
    () =>
      spawn(process.execPath, [...endWithParent, 'tools/src/identity/main.ts'], {
        cwd: root,
        env: { ...process.env, IDENTITY_PORT: String(port), IDENTITY_SITES: 'local' },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      }),
    `${url}/health`,
  );
  await server.start();
  return { ...server, url };
}
