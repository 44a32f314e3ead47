import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { type PostgresServer, startPostgres } from '@tallystick/store/postgres-server.testing';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../project.ts';
import { deployFile } from './deployed.testing.ts';
import { missingForContainers, openPodman } from './podman.testing.ts';

// The image and the services of compose.yaml as they run: ours as containers by Podman, PostgreSQL and Caddy as processes.

const minutes = 60_000;
const missing = missingForContainers();
if (missing !== null) console.log(`skipped: containers need ${missing} on this machine`);

const serviceSchema = v.looseObject({
  image: v.string(),
  command: v.optional(v.array(v.string())),
  environment: v.optional(v.record(v.string(), v.string())),
  read_only: v.optional(v.boolean()),
  cap_drop: v.optional(v.array(v.string())),
  security_opt: v.optional(v.array(v.string())),
  volumes: v.optional(v.array(v.string())),
  healthcheck: v.optional(v.object({ test: v.array(v.string()) })),
});
const { services } = v.parse(
  v.object({ services: v.record(v.string(), serviceSchema) }),
  parse(deployFile('compose.yaml'), { merge: true }),
);
/** The commits of the two images, the older one first. */
const versions = (process.env.CONTAINERS ?? 'HEAD~1 HEAD').split(' ');
const apps = ['shell', 'mfe-ledger', 'mfe-parties', 'mfe-auth'];
const names = ['site', 'admin', 'ledger'] as const;
type Name = (typeof names)[number];

describe.runIf(missing === null)('the image', () => {
  let folder = '';
  let engine: ReturnType<typeof openPodman>;
  let database: PostgresServer;
  let [older, newer] = ['', ''];
  let ports = { site: 0, admin: 0, ledger: 0, http: 0, https: 0 };
  let endProxy = async () => {};
  const made: string[] = [];
  const prefix = `tallystick-proof-${process.pid}`;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tallystick-containers-'));
    engine = openPodman(folder);
    await engine.makeBase();
    const [before = '', now = ''] = versions.map((commit) =>
      execFileSync('git', ['rev-parse', '--short=12', commit], {
        cwd: root,
        encoding: 'utf8',
      }).trim(),
    );
    older = await engine.build(before);
    newer = await engine.build(now);
    database = await startPostgres();
    const [site = 0, admin = 0, ledger = 0, http = 0, https = 0] = await freePorts(5);
    ports = { site, admin, ledger, http, https };
    endProxy = startProxy();
  }, 50 * minutes);
  afterAll(async () => {
    await endProxy();
    if (made.length > 0) await engine.succeeds('rm', '--force', '--time=0', ...made);
    for (const volume of ['site', 'ledger', 'restored', 'own']) {
      await engine.succeeds('volume', 'rm', '--force', `${prefix}-${volume}`);
    }
    await database?.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }, 5 * minutes);

  /** Caddy with the file of `deploy/`, but for its ports; answers how it is ended. */
  function startProxy(): () => Promise<void> {
    const file = join(folder, 'Caddyfile');
    const own = `{\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tadmin off\n\tskip_install_trust\n`;
    writeFileSync(
      file,
      deployFile('Caddyfile')
        .replace('{\n', own)
        // A port that a test has drawn is kept for it by UDP.
        .replace('servers {\n', 'servers {\n\t\tprotocols h1 h2\n'),
    );
    const proxy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: {
        ...{ PATH: process.env.PATH, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        ...{ SITE_SERVER: `127.0.0.1:${ports.site}`, LEDGER_SERVER: `127.0.0.1:${ports.ledger}` },
        CONSOLE_SERVER: `127.0.0.1:${ports.admin}`,
      },
      stdio: 'ignore',
    });
    return async () => {
      proxy.kill();
      await once(proxy, 'exit');
    };
  }

  /** What compose.yaml sets of a service, with the addresses of this run. */
  function variablesOf(name: Name, databaseUrl: string): Record<string, string> {
    const given = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'),
    ]);
    const at = (host: string) => `https://${host}:${ports.https}`;
    return {
      ...Object.fromEntries(given),
      DATABASE_URL: databaseUrl,
      ...{ SITE_URL: at('localhost'), LEDGER_URL: at('ledger.localhost') },
      ...{ ADMIN_URL: at('console.localhost'), TRUSTED_PROXIES: '127.0.0.1' },
      ...{ SITE_PORT: `${ports.site}`, ADMIN_PORT: `${ports.admin}` },
      BACKEND_PORT: `${ports.ledger}`,
    };
  }

  const variableWords = (variables: Record<string, string>) =>
    Object.entries(variables).flatMap(([key, value]) => ['--env', `${key}=${value}`]);

  /** Starts a service of compose.yaml, under all that it forbids it. */
  async function start(name: Name, image: string, databaseUrl = `${database.url}postgres`) {
    const {
      read_only,
      cap_drop = [],
      security_opt = [],
      volumes = [],
      command = [],
    } = services[name] ?? {};
    const container = `${prefix}-${name}`;
    expect([read_only, cap_drop]).toEqual([true, ['ALL']]);
    await engine.succeeds('rm', '--force', '--time=30', container);
    made.push(container);
    await engine.podman(
      ...['run', '--detach', '--name', container, '--restart=unless-stopped'],
      // Podman would have systemd ask it; the same question is asked below.
      '--no-healthcheck',
      // Docker has no folders of its own that may be written to.
      ...['--read-only', '--read-only-tmpfs=false'],
      ...cap_drop.map((one) => `--cap-drop=${one}`),
      // Podman says it without `:true`.
      ...security_opt.map((one) => `--security-opt=${one.replace(':true', '')}`),
      ...volumes.map((one) => `--volume=${prefix}-${one}`),
      ...variableWords(variablesOf(name, databaseUrl)),
      ...[image, ...command],
    );
  }

  const inside = (name: string, ...words: string[]) =>
    engine.podman('exec', `${prefix}-${name}`, 'node', 'tallystick.js', ...words);
  const release = (...words: string[]) => inside('site', 'release', ...words);
  /** As the health check of compose.yaml asks. */
  const isReady = (name: Name) => {
    const [, ...test] = services[name]?.healthcheck?.test ?? [];
    return engine.succeeds('exec', `${prefix}-${name}`, ...test);
  };
  const becomesReady = (name: Name) =>
    expect.poll(() => isReady(name), { timeout: 3 * minutes, interval: 500 }).toBe(true);

  /** Asks through the proxy, whose own authority signs; answers status, release and body. */
  async function ask(host = 'localhost', path = '/') {
    const ca = readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'));
    const asked = request({
      ...{ host: '127.0.0.1', port: ports.https, path, ca, servername: host },
      headers: { host: `${host}:${ports.https}`, accept: 'text/html' },
    }).end();
    const [answer] = await once(asked, 'response');
    return {
      status: Number(answer.statusCode),
      release: answer.headers['x-release'],
      body: await text(answer),
    };
  }
  const serves = (wanted: string) =>
    expect
      .poll(async () => (await ask().catch(() => null))?.release, { timeout: 2 * minutes })
      .toBe(wanted);

  it(
    'runs as the services of compose.yaml say, and serves pages that were published from inside',
    async () => {
      for (const name of names) await start(name, older);
      await becomesReady('admin');
      await becomesReady('ledger');
      await release('publish', ...apps.map((app) => `apps/${app}`));
      const promoted = await release('promote', ...apps, '--reason', 'the first');
      expect(promoted).toContain('revision 1');
      await becomesReady('site');
      await serves('production/1');
      const { status, body } = await ask();
      expect([status, body]).toEqual([200, expect.stringContaining('<title>Home • Tallystick')]);
      expect((await ask('console.localhost')).body).toContain('<html');
      expect((await ask('ledger.localhost', '/ready')).status).toBe(200);
    },
    10 * minutes,
  );

  it(
    'writes nowhere but in its volume, and has no capability',
    async () => {
      const container = `${prefix}-site`;
      for (const path of ['/opt/tallystick/x', '/tmp/x', '/x']) {
        expect(await engine.succeeds('exec', container, 'touch', path)).toBe(false);
      }
      expect(await engine.succeeds('exec', container, 'touch', '/data/x')).toBe(true);
      const status = await engine.podman('exec', container, 'cat', '/proc/1/status');
      expect(status).toMatch(/^CapEff:\s*0+$/m);
      expect(status).toMatch(/^CapBnd:\s*0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\s*1$/m);
      expect(status).toMatch(/^Uid:\s*1000\s/m);
    },
    5 * minutes,
  );

  it(
    'is back after a kill, by its restart policy',
    async () => {
      for (const name of names) {
        const container = `${prefix}-${name}`;
        const pid = await engine.podman('inspect', '--format', '{{.State.Pid}}', container);
        const began = performance.now();
        process.kill(Number(pid), 'SIGKILL');
        await expect
          .poll(() => engine.podman('inspect', '--format', '{{.State.Pid}}', container), {
            timeout: minutes,
          })
          .not.toBe(pid);
        await becomesReady(name);
        console.log(`${name} was back after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
      }
      await serves('production/1');
    },
    10 * minutes,
  );

  it(
    'of the commit before is upgraded on the same volumes, and its apps after that',
    async () => {
      for (const name of names) await start(name, newer);
      for (const name of names) await becomesReady(name);
      await serves('production/1');
      await release('publish', ...apps.map((app) => `apps/${app}`));
      expect(await release('verify')).toContain('History is whole');
    },
    10 * minutes,
  );

  it(
    'takes a build back from inside',
    async () => {
      // An app of two small builds, which lie in the volume.
      for (const [version, at] of ['1.0.0', '1.1.0'].entries()) {
        const write = `mkdir -p /data/note && cd /data/note && printf %s "$0" > remote.json && echo "var note = {}; // ${at}" > remoteEntry.js`;
        const declaration = {
          name: 'mfe-note',
          title: 'Notes',
          routes: [{ path: '/notes', page: 'Notes' }],
          menu: [],
        };
        const shell = ['exec', `${prefix}-site`, 'sh', '-c', write, JSON.stringify(declaration)];
        await engine.podman(...shell);
        await release('publish', '/data/note', '--container', 'note', '--version', at);
        await release('promote', `mfe-note@${at}`, '--reason', `try ${at}`);
        await serves(`production/${version + 2}`);
      }
      await release('rollback', 'mfe-note', '--reason', 'the totals are wrong');
      await serves('production/4');
      const { builds } = JSON.parse(await release('status', '--json')).current;
      expect(builds['mfe-note']).toMatch(/^1\.0\.0-/);
    },
    10 * minutes,
  );

  it(
    'is backed up from inside, and put back into another volume and database',
    async () => {
      await inside('site', 'backup', '/data/kept.tar');
      // The container's user reads it there.
      const shelf = join(folder, 'kept');
      mkdirSync(shelf);
      const kept = join(shelf, 'kept.tar');
      await engine.podman('cp', `${prefix}-site:/data/kept.tar`, kept);
      chmodSync(shelf, 0o755);
      chmodSync(kept, 0o644);
      const client = new pg.Client(`${database.url}postgres`);
      await client.connect();
      await client.query('create database restored');
      await client.end();
      const databaseUrl = `${database.url}restored`;
      const restored = await engine.podman(
        ...[
          'run',
          '--rm',
          '--no-healthcheck',
          '--read-only',
          '--read-only-tmpfs=false',
          '--cap-drop=ALL',
        ],
        ...[`--volume=${prefix}-restored:/data`, `--volume=${shelf}:/kept:ro`],
        ...variableWords(variablesOf('site', databaseUrl)),
        ...[newer, 'restore', '/kept/kept.tar'],
      );
      expect(restored).toContain('production is at revision 4.');
      expect(restored).toContain('The ledger is whole');
    },
    10 * minutes,
  );

  it(
    'shares its volume with a second one, which goes on when the first is killed',
    async () => {
      const free = await freePorts(6);
      const becomesWhole = (name: string) =>
        expect
          .poll(
            () =>
              inside(name, 'ready', 'admin', 'ledger').then(
                () => true,
                () => false,
              ),
            { timeout: 3 * minutes, interval: 500 },
          )
          .toBe(true);
      const begin = async (name: string, from: number) => {
        const [site, admin, ledger] = free.slice(from, from + 3).map(String);
        const own = { SITE_PORT: site ?? '', ADMIN_PORT: admin ?? '', BACKEND_PORT: ledger ?? '' };
        made.push(`${prefix}-${name}`);
        await engine.podman(
          ...['run', '--detach', '--name', `${prefix}-${name}`, '--no-healthcheck', '--read-only'],
          ...['--cap-drop=ALL', `--volume=${prefix}-own:/data`],
          ...[...variableWords({ ...own, DEMO: 'off' }), newer],
        );
        await becomesWhole(name);
      };
      const hasDatabase = async (name: string) =>
        (await engine.podman('top', `${prefix}-${name}`, 'args')).includes('bin/postgres -D');
      await begin('one', 0);
      await begin('two', 3);
      expect([await hasDatabase('one'), await hasDatabase('two')]).toEqual([true, false]);
      await inside('one', 'release', 'publish', ...apps.map((app) => `apps/${app}`));
      await inside('two', 'release', 'promote', ...apps, '--reason', 'by the other');
      await engine.podman('kill', `${prefix}-one`);
      await becomesWhole('two');
      expect(await hasDatabase('two')).toBe(true);
      expect(await inside('two', 'release', 'verify')).toContain('History is whole');
    },
    10 * minutes,
  );
});
