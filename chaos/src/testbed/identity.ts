import { spawn } from 'node:child_process';
import { openServer, type SideServer } from '@tallystick/e2e/src/house/side-house.ts';
import { freePort } from '@tallystick/store/free-ports.testing';
import { inProject, root } from '@tallystick/tools/src/project.ts';

const endWithParent = inProject('tools/src/process/end-with-parent.ts');

/** An identity emulator of its own, which can be killed. */
export interface Identity extends SideServer {
  url: string;
}

export async function openIdentity(): Promise<Identity> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = openServer(
    () =>
      spawn(process.execPath, ['--import', endWithParent, 'tools/src/identity/main.ts'], {
        cwd: root,
        env: { ...process.env, IDENTITY_PORT: String(port), IDENTITY_SITES: 'local' },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      }),
    url,
  );
  await server.start();
  return { ...server, url };
}
