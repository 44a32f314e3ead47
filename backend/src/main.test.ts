import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { proving } from '@tallystick/contract/testing/proof';
import { startKeptLoad } from '@tallystick/guard/kept-load.testing';
import { openRaw } from '@tallystick/guard/raw-request.testing';
import { transferListSchema } from '@tallystick/shared/contracts/transfer';
import { openToOthers } from '@tallystick/shared/testing/open-to-others';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { freePort } from '@tallystick/store/free-ports.testing';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from './cli/cli.testing.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
/** How often it is stopped under load; the proof takes 20. */
const stops = Number(process.env.LEDGER_STOPS ?? 1);
/** An address of this machine that is not its loopback. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
const children: ChildProcess[] = [];
let folder: string;
let port: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-main-'));
  port = await freePort();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await removeFolder(folder);
});

interface Run {
  child: ChildProcess;
  /** Standard output up to the ready line; rejects if the process ends before. */
  ready: Promise<string>;
  /** Exit code and the whole of both outputs. */
  end: Promise<{ code: unknown; out: string; err: string }>;
}

/** @param descriptors how many files and sockets the process may have open */
function run(environment: Record<string, string> = {}, descriptors = 'unlimited'): Run {
  const limited = descriptors === 'unlimited' ? '' : `ulimit -n ${descriptors}; `;
  const child = spawn('/bin/sh', ['-c', `${limited}exec "$0" "$@"`, process.execPath, main], {
    env: {
      ...nodeVariables,
      ...{ DATA_DIR: folder, DEMO: 'off', BACKEND_PORT: String(port), ...environment },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let out = '';
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      out += part;
      // What is said to people; lines of JSON are the log.
      if (out.includes('is ready')) resolve(out.replaceAll(/^\{.*\n/gm, ''));
    });
    child.once('exit', () => reject(new Error(`ended early: ${out}`)));
  });
  ready.catch(() => {});
  const end = Promise.all([once(child, 'close'), text(child.stderr)]).then(([[code], err]) => ({
    code,
    out,
    err,
  }));
  return { child, ready, end };
}

/** The same with a ledger in a database of its own. */
const runAtDatabase = async (environment: Record<string, string> = {}, descriptors?: string) =>
  run({ DATABASE_URL: await copyDatabase(), ...environment }, descriptors);

const call = (path: string, data: object) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: 'public-local', 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });

// Each starts several processes.
describe('the ledger service as a process', { timeout: 240_000 }, () => {
  it('says when it is ready, what is in its way, and stops', async () => {
    const { child, ready, end } = run();
    expect(await ready).toBe(
      `The ledger is kept by PostgreSQL in ${folder}/database.\n` +
        `Ledger service is ready: http://127.0.0.1:${port}\n`,
    );
    const answer = await call('/transfers/list/latest', { index: 1, items: 10 });
    expect(await answer.json()).toEqual({ data: { list: [], count: 0, sequence: 0 } });

    const url = await copyDatabase();
    expect(await run({ DATABASE_URL: url }).end).toEqual({
      code: 1,
      out: `The ledger is kept by PostgreSQL at ${url.replace('postgres:test@', '')}.\n`,
      err: `Port ${port} (BACKEND_PORT) is in use.\n`,
    });

    child.kill('SIGINT');
    expect(await end).toMatchObject({ code: 0, err: '' });
  });

  it.runIf(proving)('keeps what it had when it was killed', async () => {
    const first = run({ DEMO: 'on' });
    await first.ready;
    const count = async () => {
      const answer = await call('/transfers/list/latest', { index: 1, items: 1 });
      return v.parse(v.object({ data: transferListSchema }), await answer.json()).data.count;
    };
    expect(await count()).toBeGreaterThan(100);
    first.child.kill('SIGKILL');
    await first.end;

    const second = run();
    await second.ready;
    expect(await count()).toBeGreaterThan(100);
    second.child.kill('SIGTERM');
    second.child.kill('SIGTERM');
    expect(await second.end).toMatchObject({ code: 0, err: '' });
  });

  it('keeps all that it has for its user alone, also what was open before', async () => {
    const data = join(folder, 'a', 'fresh');
    const first = run({ DATA_DIR: data });
    expect(await first.ready).not.toContain('Other users');
    expect(openToOthers(join(folder, 'a'))).toEqual([]);
    first.child.kill('SIGTERM');
    await first.end;
    // The one is there until the server has ended, the other from before that until all has.
    const left = ['data/postmaster.pid', 'users.ended'].map((name) => join(data, 'database', name));
    await expect.poll(() => left.filter(existsSync)).toEqual([]);

    const logs = join(data, 'logs');
    await mkdir(logs);
    await writeFile(join(logs, 'ledger.log.old'), '');
    await symlink('/etc/passwd', join(data, 'elsewhere'));
    const below = await readdir(data, { recursive: true });
    for (const name of below) if (name !== 'elsewhere') await chmod(join(data, name), 0o777);
    await chmod(data, 0o755);
    const before = await stat('/etc/passwd');
    const second = run({ DATA_DIR: data });
    expect(await second.ready).toMatch(
      /^Other users of this machine could open \d+ files and folders in .*: no more\.$/m,
    );
    await call('/transfers/list/latest', { index: 1, items: 10 });
    expect(openToOthers(data)).toEqual(['elsewhere 777']);
    expect((await stat('/etc/passwd')).mode).toBe(before.mode);
    second.child.kill('SIGKILL');
    await second.end;

    const third = run({ DATA_DIR: data });
    expect(await third.ready).not.toContain('Other users');
    expect(openToOthers(data)).toEqual(['elsewhere 777']);
  });

  it('refuses a folder of another user', async () => {
    const root = process.getuid?.() === 0;
    if (root) await chown(folder, 65_534, 65_534);
    const { code, err } = await run(root ? {} : { DATA_DIR: '/' }).end;
    expect(code).toBe(1);
    expect(err).toMatch(/^DATA_DIR=.* belongs to another user \(\d+, this is \d+\), .*\n$/);
  });

  it('says that its folder cannot be made', async () => {
    // Linux says of both that there is no such folder, although the parent of the first is there.
    for (const path of ['/proc/tallystick', '/proc/tallystick/data']) {
      const { code, err } = await run({ DATA_DIR: path }).end;
      expect([code, err]).toEqual([1, expect.stringMatching(/^DATA_DIR=.* cannot be used: .*\n$/)]);
    }
  });

  it.runIf(proving)(
    'cuts no request of kept connections when it stops',
    async () => {
      for (let stop = 0; stop < stops; stop += 1) {
        const { child, ready, end } = await runAtDatabase({
          LOG_LEVEL: 'error',
          LIMIT_PER_ADDRESS: '999999999',
        });
        await ready;
        const load = startKeptLoad(`http://127.0.0.1:${port}/transfers/list/latest`, 20, {
          method: 'POST',
          headers: { authorization: 'public-local', 'content-type': 'application/json' },
          body: JSON.stringify({ data: { index: 1, items: 10 } }),
        });
        await expect.poll(load.answered).toBeGreaterThan(100);
        child.kill('SIGTERM');
        expect(await load.ended).toEqual([]);
        expect(await end).toMatchObject({ code: 0, err: '' });
      }
    },
    3_600_000,
  );

  it.runIf(proving)(
    'outlives more connections than it may have descriptors, and serves meanwhile and after',
    async () => {
      const { child, ready, end } = await runAtDatabase({}, '256');
      await ready;
      const flood = Array.from({ length: 400 }, () => openRaw(port));
      await Promise.all(
        flood.map(({ socket, closed }) => Promise.race([once(socket, 'connect'), closed])),
      );
      const serves = async () => {
        const answer = await call('/transfers/list/latest', { index: 1, items: 10 });
        expect(answer.status).toBe(200);
      };
      await serves();
      for (const { socket } of flood) socket.destroy();
      await serves();
      child.kill('SIGTERM');
      expect(await end).toMatchObject({ code: 0, err: '' });
    },
  );

  it.runIf(outside)('shows what is for this machine alone to nobody else', async () => {
    const metrics = await freePort();
    const { ready } = await runAtDatabase({ HOST: '0.0.0.0', METRICS_PORT: String(metrics) });
    expect(await ready).toContain(`Ledger service is ready: http://0.0.0.0:${port}\n`);
    // The host header names this machine, as that of a forged request may.
    const headers = { host: `localhost:${port}` };
    const ask = async (host: string, path: string, port: number) => {
      const [answer] = await once(request({ host, port, path, headers }).end(), 'response');
      answer.resume();
      return answer.statusCode;
    };
    expect(await ask('127.0.0.1', '/sandbox/outbox', port)).toBe(200);
    expect(await ask('127.0.0.1', '/metrics', metrics)).toBe(200);
    expect(await ask(outside ?? '', '/health', port)).toBe(200);
    expect(await ask(outside ?? '', '/sandbox/outbox', port)).toBe(404);
    await expect(ask(outside ?? '', '/metrics', metrics)).rejects.toThrow('ECONNREFUSED');
  });

  it('serves on for a while after it is asked to stop, and says that it is not ready', async () => {
    const { child, ready } = await runAtDatabase({ STOP_DELAY: '600' });
    await ready;
    const readiness = async () => (await fetch(`http://127.0.0.1:${port}/ready`)).status;
    // A store that takes two seconds to answer is not ready then.
    await expect.poll(readiness).toBe(200);
    child.kill('SIGTERM');
    await expect.poll(readiness).toBe(503);
    const answer = await call('/transfers/list/latest', { index: 1, items: 10 });
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'keep-alive']);
  });

  it('names a setting that is wrong', async () => {
    expect(await run({ DEMO: 'maybe' }).end).toEqual({
      code: 1,
      out: '',
      err: 'DEMO=maybe must be one of: on, off\n',
    });
  });
});
