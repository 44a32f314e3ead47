import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  statSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { transferListSchema } from '@tallystick/shared/contracts/transfer';
import { freePorts } from '@tallystick/store/free-ports.testing';
import * as v from 'valibot';
import { observe, type Running, runCommand } from './house/command.ts';
import { comesRendered } from './house/rendered.ts';
import { houseTimeout } from './house/test.ts';

// The prebuilt tree alone, with Node beside it: no sources, no packages, no compiler, and nothing but the data
// folder that may be written to.
test.describe.configure({ mode: 'serial' });

/** Somebody else, if this user may start processes of others. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

let folder = '';
let tree = '';
let node = '';
let environment: Record<string, string> = {};
let servers: Running;

test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  folder = await mkdtemp(join(tmpdir(), 'tallystick-prebuilt-'));
  chmodSync(folder, 0o755);
  tree = join(folder, 'tree');
  // As a careful user's, and as that of what `npm start` has built.
  const umask = process.umask(0o077);
  const built = runCommand(['build', tree], {});
  process.umask(umask);
  expect(await built.ended, built.output()).toBe(0);
  execFileSync('chmod', ['-R', 'a-w', tree]);
  // The path to this one may be closed to others.
  node = join(folder, 'node');
  try {
    linkSync(process.execPath, node);
  } catch {
    copyFileSync(process.execPath, node);
  }
  const data = join(folder, 'data');
  mkdirSync(data);
  if (nobody !== undefined) chownSync(data, nobody.uid, nobody.gid);
  const [site, ledger, admin] = (await freePorts(3)).map(String);
  const ports = { SITE_PORT: `${site}`, BACKEND_PORT: `${ledger}`, ADMIN_PORT: `${admin}` };
  environment = { ...ports, DATA_DIR: data, TMPDIR: '/nowhere' };
  servers = run('serve', 'site', 'admin', 'ledger');
});

test.afterAll(async () => {
  servers.child.kill('SIGKILL');
  await servers.ended;
  execFileSync('chmod', ['-R', 'u+w', tree]);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** Runs the program of the tree, with no variables but those of this test. */
function run(...words: string[]): Running {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  const options = { cwd: tree, env: environment, stdio, ...nobody };
  return observe(spawn(node, ['tallystick.js', ...words], options));
}

async function runToEnd(...words: string[]): Promise<string> {
  const running = run(...words);
  expect(await running.ended, running.output()).toBe(0);
  return running.output();
}

/** The command waits for an answer no longer than a container's health check does. */
const becomesReady = (...names: string[]) =>
  expect.poll(() => run('ready', ...names).ended).toBe(0);

test('its servers start, and its commands publish its apps', async () => {
  // It starts some ten programs, one after the other.
  test.slow();
  await servers.printed(/^Site server is ready/m);
  await becomesReady('ledger', 'admin');
  // A site that has never had a release has nothing to serve.
  expect(await run('ready', 'site').ended).toBe(1);
  const apps = ['mfe-auth', 'mfe-ledger', 'mfe-parties', 'shell'];
  await runToEnd('release', 'publish', ...apps.map((app) => `apps/${app}`));
  expect(await runToEnd('release', 'promote', ...apps, '--reason', 'the first')).toContain(
    'revision 1',
  );
  await becomesReady('site');
  expect(await runToEnd('ledger', 'doctor')).toContain('The ledger is whole');
  expect(await runToEnd('ledger', '--help')).toContain('Usage: node tallystick.js ledger');
});

test('it serves the home page with its scripts, the console and a list', async () => {
  const site = `http://127.0.0.1:${environment.SITE_PORT}`;
  const html = await (await fetch(site)).text();
  expect(html).toContain('<title>Home • Tallystick');
  await comesRendered(site, 'mfe-ledger@');
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(html) ?? [];
  expect((await fetch(`${site}${script}`)).headers.get('content-type')).toContain('javascript');
  expect((await fetch(`${site}/keeper.js`)).status).toBe(200);
  const admin = await fetch(`http://127.0.0.1:${environment.ADMIN_PORT}/`);
  expect(await admin.text()).toContain('<html');
  const answer = await fetch(`http://127.0.0.1:${environment.BACKEND_PORT}/transfers/list/latest`, {
    method: 'POST',
    headers: { authorization: 'public-local', 'content-type': 'application/json' },
    body: JSON.stringify({ data: { index: 1, items: 10 } }),
  });
  const { data } = v.parse(v.object({ data: transferListSchema }), await answer.json());
  expect(data.list).toHaveLength(10);
});

test('it says what it cannot do', async () => {
  const identity = run('serve', 'ledger', 'identity');
  expect(await identity.ended).toBe(2);
  expect(identity.output()).toContain('The identity emulator is for development');
});

test('it serves nothing without a file that servers need, and names it', async () => {
  for (const [path, problem] of [
    ['platform/console/dist/index.html', 'This user may not read'],
    ['platform/site/dist/offline-cache.js', 'This user may not read'],
    ['platform/site/dist', 'This user may not read'],
  ] as const) {
    const file = join(tree, path);
    const { mode } = statSync(file);
    chmodSync(file, 0);
    const site = run('serve', 'site', 'admin');
    expect(await site.ended, site.output()).toBe(1);
    expect(site.output()).toBe(
      `${problem} ${file}: all of the tree has to be readable (chmod -R a+rX).\n`,
    );
    chmodSync(file, mode);
  }
  const worker = join(tree, 'platform/site/src/rendering/render-process.js');
  const folderOfWorker = dirname(worker);
  chmodSync(folderOfWorker, 0o755);
  renameSync(worker, `${worker}.away`);
  const site = run('serve', 'site', 'admin');
  expect(await site.ended, site.output()).toBe(1);
  expect(site.output()).toBe(`${worker} is missing: the tree has to be copied whole.\n`);
  renameSync(`${worker}.away`, worker);
});

/** Nodes of this machine that the tree cannot be run by. */
const olderNodes = [...new Set((process.env.PATH ?? '').split(delimiter))]
  .map((path) => join(path, 'node'))
  .filter((path) => {
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    const [, major] = /^v(\d+)\./.exec(stdout ?? '') ?? [];
    return major !== undefined && Number(major) < 24;
  });

test('it says which Node it needs, to each of its commands', { tag: '@proof' }, async () => {
  // Says that it is older; a real one of this machine besides, if there is one.
  const older = `data:text/javascript,${encodeURIComponent("Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })")}`;
  const nodes = [[node, '--import', older], ...olderNodes.map((path) => [path])];
  for (const [path = '', ...words] of nodes) {
    for (const command of ['serve site', 'ledger doctor', 'version', '']) {
      const { status, stderr, stdout } = spawnSync(
        path,
        [...words, 'tallystick.js', ...command.split(' ')],
        { cwd: tree, encoding: 'utf8' },
      );
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^Tallystick needs Node 24 or newer; this is Node [\d.]+\.\n$/);
    }
  }
});

test('it stops when it is asked to', async () => {
  servers.child.kill('SIGTERM');
  expect(await servers.ended, servers.output()).toBe(0);
});

test('what it has kept is back in another folder', { tag: '@proof' }, async () => {
  const file = join(environment.DATA_DIR ?? '', 'kept.tar');
  await runToEnd('backup', file);
  environment = { ...environment, DATA_DIR: await mkdtemp(join(folder, 'restored-')) };
  if (nobody !== undefined) chownSync(`${environment.DATA_DIR}`, nobody.uid, nobody.gid);
  const restored = await runToEnd('restore', file);
  expect(restored).toContain('production is at revision 1.');
  expect(restored).toContain('The ledger is whole');
  expect(await runToEnd('migrate', '--plan')).toContain('nothing to do.');
  expect(await runToEnd('restore', '--help')).toContain('Usage: node tallystick.js restore FILE');
});
