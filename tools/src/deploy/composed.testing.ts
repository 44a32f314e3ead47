import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { startPostgres } from '@tallystick/store/postgres-server.testing';
import * as v from 'valibot';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { root } from '../project.ts';
import { deployFile } from './deployed.testing.ts';
import { openPodman } from './podman.testing.ts';

const minutes = 60_000;
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
/** The services of ours in compose.yaml. */
export const names = ['site', 'admin', 'ledger'] as const;
type Name = (typeof names)[number];

/** The services of compose.yaml as they run. */
export type Composed = Awaited<ReturnType<typeof openComposed>>;

/**
 * Builds images of two commits, the older one first, and starts what the services of compose.yaml stand on. Ours run
 * as containers by Podman, PostgreSQL and Caddy as processes.
 */
export async function openComposed(commits: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-containers-'));
  const engine = openPodman(folder);
  await engine.makeBase();
  const [older = '', newer = ''] = commits.map((commit) =>
    execFileSync('git', ['rev-parse', '--short=12', commit], {
      cwd: root,
      encoding: 'utf8',
    }).trim(),
  );
  const images = { older: await engine.build(older), newer: await engine.build(newer) };
  const database = await startPostgres();
  const [site = 0, admin = 0, ledger = 0, http = 0, https = 0] = await freePorts(5);
  const ports = { site, admin, ledger, http, https };
  const endProxy = startProxy(folder, ports);
  const made: string[] = [];
  const prefix = `tallystick-proof-${process.pid}`;

  /** What compose.yaml sets of a service, with the addresses of this run, as words for Podman. */
  function variablesOf(name: Name, databaseUrl: string): string[] {
    const given = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'),
    ]);
    const at = (host: string) => `https://${host}:${https}`;
    return variableWords({
      ...Object.fromEntries(given),
      DATABASE_URL: databaseUrl,
      ...{ SITE_URL: at('localhost'), LEDGER_URL: at('ledger.localhost') },
      ...{ ADMIN_URL: at('console.localhost'), TRUSTED_PROXIES: '127.0.0.1' },
      ...{ SITE_PORT: `${site}`, ADMIN_PORT: `${admin}`, BACKEND_PORT: `${ledger}` },
    });
  }

  /** Starts a service of compose.yaml, under all that it forbids it. */
  async function start(name: Name, image: string): Promise<void> {
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
      ...variablesOf(name, `${database.url}postgres`),
      ...[image, ...command],
    );
  }

  const inside = (name: string, ...words: string[]) =>
    engine.podman('exec', `${prefix}-${name}`, 'node', 'tallystick.js', ...words);
  /** As the health check of compose.yaml asks. */
  const isReady = (name: Name) => {
    const [, ...test] = services[name]?.healthcheck?.test ?? [];
    return engine.succeeds('exec', `${prefix}-${name}`, ...test);
  };

  /** Asks through the proxy, whose own authority signs; answers status, release and body. */
  async function ask(host = 'localhost', path = '/') {
    const ca = readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'));
    const asked = request({
      ...{ host: '127.0.0.1', port: https, path, ca, servername: host },
      headers: { host: `${host}:${https}`, accept: 'text/html' },
    }).end();
    const [answer] = await once(asked, 'response');
    return {
      status: Number(answer.statusCode),
      release: answer.headers['x-release'],
      body: await text(answer),
    };
  }

  return {
    ...{ folder, engine, images, database, prefix, made, variablesOf, start, inside, ask },
    release: (...words: string[]) => inside('site', 'release', ...words),
    becomesReady: (name: Name) =>
      expect.poll(() => isReady(name), { timeout: 3 * minutes, interval: 500 }).toBe(true),
    serves: (wanted: string) =>
      expect
        .poll(async () => (await ask().catch(() => null))?.release, { timeout: 2 * minutes })
        .toBe(wanted),
    async close(): Promise<void> {
      await endProxy();
      if (made.length > 0) await engine.succeeds('rm', '--force', '--time=0', ...made);
      for (const volume of ['site', 'ledger', 'restored', 'own']) {
        await engine.succeeds('volume', 'rm', '--force', `${prefix}-${volume}`);
      }
      await database.end();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

export const variableWords = (variables: Record<string, string>) =>
  Object.entries(variables).flatMap(([key, value]) => ['--env', `${key}=${value}`]);

/** Caddy with the file of `deploy/`, but for its ports; answers how it is ended. */
function startProxy(
  folder: string,
  ports: { site: number; admin: number; ledger: number; http: number; https: number },
): () => Promise<void> {
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
