import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePorts } from '@tallystick/store/free-ports.testing';

const root = join(import.meta.dirname, '../../..');

/** An identity emulator of one's own, which can be killed. */
export interface Identity {
  url: string;
  kill(): Promise<void>;
  /** Starts it, if it does not run; resolves when it answers. */
  start(): Promise<void>;
}

export async function openIdentity(): Promise<Identity> {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const start = async () => {
    if (child !== null) return;
    child = spawn(
      process.execPath,
      [
        '--import',
        join(root, 'tools/src/process/end-with-parent.ts'),
        'tools/src/identity/main.ts',
      ],
      {
        cwd: root,
        env: { ...process.env, IDENTITY_PORT: String(port), IDENTITY_SITES: 'local' },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    );
    for (;;) {
      if (child.exitCode !== null) throw new Error('The identity emulator ended.');
      const answer = await fetch(`${url}/health`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await start();
  return {
    url,
    start,
    async kill() {
      const running = child;
      child = null;
      if (running === null) return;
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
    },
  };
}
