import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { testPlace } from '@tallystick/store/test-place.testing';
import { inProject } from '../project.ts';

/** A ledger service and a site server as processes, over a folder of their own. */
export type RealServers = Awaited<ReturnType<typeof startRealServers>>;

/** Starts both with an empty ledger; resolves when they are ready. */
export async function startRealServers(settings: Readonly<Record<string, string>>) {
  const place = await testPlace('tallystick-servers-');
  const [site, admin, ledger] = await freePorts(3);
  const env = {
    ...nodeVariables,
    ...place,
    DEMO: 'off',
    SITE_PORT: String(site),
    ADMIN_PORT: String(admin),
    BACKEND_PORT: String(ledger),
    ...settings,
  };
  const children: ChildProcess[] = [];
  const logs = { site: '', ledger: '' };
  const start = async (name: keyof typeof logs, main: string, ready: string) => {
    const child = spawn(process.execPath, [inProject(main)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`${main} ended early: ${logs[name]}`)));
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        logs[name] += part;
        if (logs[name].includes(ready)) resolve();
      });
    });
  };
  await Promise.all([
    start('site', 'platform/site/src/main.ts', 'Site server is ready'),
    start('ledger', 'backend/src/main.ts', 'Ledger service is ready'),
  ]);
  const at = (port: number | undefined) => `http://127.0.0.1:${port}`;
  return {
    site: at(site),
    admin: at(admin),
    ledger: at(ledger),
    /** What each process wrote, as far as it has. */
    logs,
    close: async () => {
      for (const child of children) {
        child.kill('SIGTERM');
        if (child.exitCode === null) await once(child, 'exit');
      }
      await rm(place.DATA_DIR, { recursive: true, force: true });
    },
  };
}
