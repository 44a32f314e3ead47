import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { proving } from '@tallystick/contract/testing/proof';
import { startKeptLoad } from '@tallystick/guard/kept-load.testing';
import { openRaw } from '@tallystick/guard/raw-request.testing';
import { openToOthers } from '@tallystick/shared/testing/open-to-others';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { untilEnded } from '@tallystick/store/server-folder';
import { type TestPlace, testPlace } from '@tallystick/store/test-place.testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTab } from './events/events.testing.ts';

const main = join(import.meta.dirname, 'main.ts');
const bakery = join(import.meta.dirname, 'bakery/bakery.config.ts');
/** How often it is stopped under load; the proof takes 20. */
const stops = Number(process.env.SITE_STOPS ?? 1);
/** Lines of the log, beside what is said to people. */
const logged = /^\{.*\n/gm;
const children: ChildProcess[] = [];
/** With a database of the tests, for what is not about the data folder's own server. */
let place: TestPlace;
let folder: string;
beforeAll(async () => {
  place = await testPlace('tallystick-site-main-');
  folder = await mkdtemp(join(tmpdir(), 'tallystick-site-main-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  for (const one of [folder, place.DATA_DIR]) await rm(one, { recursive: true, maxRetries: 3 });
});

interface Run {
  child: ChildProcess;
  /** What is said to people up to the site's ready line; rejects if the process ends before. */
  ready: Promise<string>;
  /** Exit code, and all that is said to people. */
  end: Promise<{ code: unknown; out: string; err: string }>;
}

/** @param descriptors how many files and sockets the process may have open */
function run(environment: Record<string, string>, descriptors = 'unlimited'): Run {
  const limited = descriptors === 'unlimited' ? '' : `ulimit -n ${descriptors}; `;
  const child = spawn('/bin/sh', ['-c', `${limited}exec "$0" "$@"`, process.execPath, main], {
    env: { ...nodeVariables, DATA_DIR: folder, SITE_CONFIG: bakery, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let out = '';
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      out += part;
      if (out.includes('Site server is ready')) resolve(out.replaceAll(logged, ''));
    });
    child.once('exit', () => reject(new Error(`ended early: ${out}`)));
  });
  ready.catch(() => {});
  const end = Promise.all([once(child, 'close'), text(child.stderr)]).then(([[code], err]) => ({
    code,
    out: out.replaceAll(logged, ''),
    err,
  }));
  return { child, ready, end };
}

async function drawPorts(): Promise<{ SITE_PORT: string; ADMIN_PORT: string }> {
  const [site, admin] = await freePorts(2);
  return { SITE_PORT: String(site), ADMIN_PORT: String(admin) };
}

/** Expects it to be well; a registry that took two seconds, as this machine stood still, is away for the one answer. */
async function expectHealth(port: string): Promise<void> {
  const health = async () => (await fetch(`http://127.0.0.1:${port}/health`)).json();
  await expect.poll(health).toMatchObject({ status: 'ok' });
}

// Each starts several processes.
describe('the site server as a process', { timeout: 240_000 }, () => {
  it('says what is ready, gives this machine a key, and shares its folder; it stops with tabs open', async () => {
    const ports = await drawPorts();
    const { child, ready, end } = run(ports);
    expect(await ready).toBe(
      `Release console is ready: http://127.0.0.1:${ports.ADMIN_PORT}\n` +
        `Site server is ready: http://127.0.0.1:${ports.SITE_PORT}\n`,
    );
    const admin = `http://127.0.0.1:${ports.ADMIN_PORT}`;
    const site = `http://127.0.0.1:${ports.SITE_PORT}`;
    await expectHealth(ports.SITE_PORT);

    const key = join(folder, 'release.key');
    expect((await stat(key)).mode & 0o777).toBe(0o600);
    const secret = (await readFile(key, 'utf8')).trim();
    const authorization = `Bearer ${secret}`;
    const who = await fetch(`${admin}/v1/whoami`, { headers: { authorization } });
    expect(await who.json()).toMatchObject({ name: 'this machine', scope: { kind: 'manager' } });

    expect(openToOthers(folder)).toEqual([]);

    const others = await drawPorts();
    const second = run(others);
    await second.ready;
    const there = `http://127.0.0.1:${others.ADMIN_PORT}/v1/whoami`;
    expect((await fetch(there, { headers: { authorization } })).status).toBe(200);
    second.child.kill('SIGTERM');
    expect(await second.end).toMatchObject({ code: 0, err: '' });

    const tab = await openTab(site);
    const ended = tab.ended();
    child.kill('SIGTERM');
    await ended;
    expect(await end).toMatchObject({ code: 0, err: '' });

    const again = run(ports);
    await again.ready;
    expect((await readFile(key, 'utf8')).trim()).toBe(secret);
    again.child.kill('SIGINT');
    expect(await again.end).toMatchObject({ code: 0, err: '' });
  });

  it.runIf(proving)(
    'cuts no request of kept connections when it stops',
    async () => {
      for (let stop = 0; stop < stops; stop += 1) {
        const ports = await drawPorts();
        const { child, ready, end } = run({ ...place, ...ports, STOP_DELAY: '1' });
        await ready;
        const loads = Object.values(ports).map((port) =>
          startKeptLoad(`http://127.0.0.1:${port}/health`, 20),
        );
        for (const load of loads) await expect.poll(load.answered).toBeGreaterThan(100);
        child.kill('SIGTERM');
        for (const load of loads) expect(await load.ended).toEqual([]);
        expect(await end).toMatchObject({ code: 0, err: '' });
      }
    },
    3_600_000,
  );

  it.runIf(proving)(
    'outlives more connections than it may have descriptors, and serves meanwhile and after',
    async () => {
      const ports = await drawPorts();
      const { child, ready, end } = run({ ...place, ...ports }, '256');
      await ready;
      const flood = Object.values(ports).flatMap((port) =>
        Array.from({ length: 300 }, () => openRaw(Number(port))),
      );
      await Promise.all(
        flood.map(({ socket, closed }) => Promise.race([once(socket, 'connect'), closed])),
      );
      const healthy = async () => {
        for (const port of Object.values(ports)) {
          await expectHealth(port);
        }
      };
      await healthy();
      for (const { socket } of flood)
        socket.write('GET /releases/events HTTP/1.1\r\nhost: x\r\n\r\n');
      await healthy();
      for (const { socket } of flood) socket.destroy();
      await healthy();
      child.kill('SIGTERM');
      expect(await end).toMatchObject({ code: 0, err: '' });
    },
  );

  it.each(['SITE_PORT', 'ADMIN_PORT'] as const)(
    'names %s if that is in use, and lets go of the store',
    async (variable) => {
      const ports = await drawPorts();
      const other = createServer().listen(Number(ports[variable]), '127.0.0.1');
      await once(other, 'listening');
      expect(await run(ports).end).toEqual({
        code: 1,
        out: '',
        err: `Port ${ports[variable]} (${variable}) is in use.\n`,
      });
      other.close();
      await untilEnded(folder);
    },
  );

  it('names a setting that is wrong, and a folder that cannot be used', async () => {
    expect(await run({ ADMIN_PORT: 'none' }).end).toEqual({
      code: 1,
      out: '',
      err: 'ADMIN_PORT=none is not a port number\n',
    });
    expect(await run({ BREADS_URL: 'none' }).end).toEqual({
      code: 1,
      out: '',
      err: 'BREADS_URL=none is no address\n',
    });
    expect(await run({ SITE_CONFIG: 'none.ts' }).end).toEqual({
      code: 1,
      out: '',
      err: 'SITE_CONFIG=none.ts names no file that is there.\n',
    });
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { code, err } = await run({ ...(await drawPorts()), DATA_DIR: file }).end;
    expect(code).toBe(1);
    expect(err).toMatch(/^DATA_DIR=.* cannot be used: .*\n$/);
  });
});
