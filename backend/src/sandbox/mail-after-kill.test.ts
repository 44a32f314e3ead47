import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { copyFiles } from '@tallystick/store/copy-files.testing';
import { freePort } from '@tallystick/store/free-ports.testing';
import { nodeVariables, nodeWords } from '@tallystick/store/node-process.testing';
import * as v from 'valibot';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { startMailServer } from './mail-server.testing.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const user = 'ann@example.org';
const createdSchema = v.object({ data: v.object({ trxn: v.string() }) });

// At once: each waits most of its time, for the lease of a mail to be over.
describe.concurrent('a service that is killed', () => {
  const folders: string[] = [];
  const children: ChildProcess[] = [];
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const folder of folders) await rm(folder, { recursive: true, maxRetries: 3 });
  });

  async function database(engine: string, folder: string): Promise<Record<string, string>> {
    if (engine === 'PGlite') {
      copyFiles(inject('pgliteTemplate'), join(folder, 'ledger'));
      return {};
    }
    return { DATABASE_URL: await copyDatabase() };
  }

  /** Starts the service; answers how to call it, once it is ready. */
  async function start(folder: string, port: number, environment: Record<string, string>) {
    const [command, ...words] = nodeWords;
    const child = spawn(command, [...words, main], {
      env: {
        ...nodeVariables,
        DATA_DIR: folder,
        DEMO: 'off',
        BACKEND_PORT: String(port),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let log = '';
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (part: string) => {
          log += part;
          if (log.includes('is ready')) resolve();
        });
      }
      child.once('exit', () => reject(new Error(log)));
    });
    return {
      log: () => log,
      call: async (path: string, data: object) => {
        const answer = await fetch(`http://127.0.0.1:${port}/sandbox/${path}`, {
          method: 'POST',
          headers: { authorization: 'public-local', 'content-type': 'application/json' },
          body: JSON.stringify({ data }),
        });
        return { status: answer.status, body: await answer.json() };
      },
      kill: async (signal: NodeJS.Signals) => {
        const exit = once(child, 'exit');
        child.kill(signal);
        await exit;
      },
    };
  }

  it.each(['PGlite', 'PostgreSQL'])(
    'on %s between code and mail sends the mail after its next start, and the code passes',
    async (engine) => {
      const folder = await mkdtemp(join(tmpdir(), 'tallystick-kill-'));
      folders.push(folder);
      const away = await startMailServer();
      await away.close();
      const port = await freePort();
      const settings = {
        ...(await database(engine, folder)),
        SMTP_URL: `smtp://127.0.0.1:${away.port}`,
      };

      const first = await start(folder, port, settings);
      const created = await first.call('code.create', { user });
      const { trxn } = v.parse(createdSchema, created.body).data;
      await first.kill('SIGKILL');

      const back = await startMailServer({ port: away.port });
      const second = await start(folder, port, settings);
      // Taken out when it was killed, it comes back when its lease is over.
      await vi.waitUntil(() => back.mails.length > 0, { timeout: 60_000, interval: 100 });
      expect(back.mails).toHaveLength(1);
      const code = /^Subject: (\d{6})/m.exec(back.mails[0]?.source ?? '')?.[1] ?? '';
      const checked = await second.call('code.check', { user, trxn, code });
      expect(checked).toEqual({ status: 200, body: { data: true } });
      await second.kill('SIGTERM');
      for (const log of [first.log(), second.log()]) {
        expect(log).not.toMatch(new RegExp(`${user}|${code}`));
      }
      await back.close();
    },
  );
});
