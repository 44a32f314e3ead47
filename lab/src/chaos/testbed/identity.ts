import { openServer, spawnScript } from '@tallystick/e2e/src/house/server.ts';
import { freePort } from '@tallystick/store/free-ports.testing';

export type Identity = Awaited<ReturnType<typeof openIdentity>>;

/** Starts an identity emulator of its own, which can be killed. */
export async function openIdentity() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const variables = { IDENTITY_PORT: String(port), IDENTITY_SITES: 'local' };
  const server = openServer(
    () => spawnScript(['tools/src/identity/main.ts'], variables),
    `${url}/health`,
  );
  await server.start();
  return { ...server, url };
}
