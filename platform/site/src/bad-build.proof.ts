import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { buildHealthSchema } from '@tallystick/registry/contract/board';
import { revisionSchema } from '@tallystick/registry/contract/channel';
import { noticeSchema } from '@tallystick/registry/contract/notice';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { type TestPlace, testPlace } from '@tallystick/store/test-place.testing';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesOf } from './builds.testing.ts';
import { openSimulatedTab } from './simulated-tab.testing.ts';

/** SIMULATED_TABS=200 for the long run. */
const many = Number(process.env.SIMULATED_TABS ?? 40);
/** Longest pause of a tab between two things it does, in milliseconds. */
const pause = process.env.SIMULATED_TABS ? 6_000 : 1_500;

const notices: unknown[] = [];
const hook = createServer((request, response) => {
  void text(request).then((body) => {
    notices.push(JSON.parse(body));
    response.end();
  });
});
let place: TestPlace;
let child: ChildProcess;
let site: string;
let admin: string;
let authorization: string;

beforeAll(async () => {
  place = await testPlace('tallystick-bad-build-');
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const [sitePort, adminPort] = await freePorts(2);
  site = `http://127.0.0.1:${sitePort}`;
  admin = `http://127.0.0.1:${adminPort}/v1`;
  child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...nodeVariables,
      ...place,
      SITE_PORT: String(sitePort),
      ADMIN_PORT: String(adminPort),
      // The tabs come through a proxy, each from a network of its own.
      TRUSTED_PROXIES: '127.0.0.1',
      RELEASE_WEBHOOK_URL: `http://127.0.0.1:${portOf(hook)}/`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('no output');
  for await (const part of stdout.setEncoding('utf8')) {
    if (String(part).includes('Site server is ready')) break;
  }
  authorization = `Bearer ${(await readFile(join(place.DATA_DIR, 'release.key'), 'utf8')).trim()}`;
});
afterAll(async () => {
  child.kill('SIGKILL');
  await once(child, 'close');
  hook.close();
  await rm(place.DATA_DIR, { recursive: true, maxRetries: 3 });
});

const portOf = (server: ReturnType<typeof createServer>) => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

async function call(
  method: string,
  path: string,
  body?: unknown,
  match?: string,
): Promise<unknown> {
  const bytes = typeof body === 'string';
  const answer = await fetch(`${admin}/${path}`, {
    method,
    headers: {
      authorization,
      ...(body !== undefined && {
        'content-type': bytes ? 'application/octet-stream' : 'application/json',
      }),
      ...(match !== undefined && { 'if-match': match }),
    },
    ...(body !== undefined && { body: bytes ? body : JSON.stringify(body) }),
  });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${said}`);
  return said === '' ? null : JSON.parse(said);
}

/** Publishes a build by the admin API, as the release command does; answers its id. */
async function publish(app: string, more: Record<string, string>): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([app, more]))
    .digest('hex');
  const build = `1.0.0-${hash.slice(0, 12)}`;
  for (const [path, content] of Object.entries(filesOf(app, build, more))) {
    await call('PUT', `artifacts/${app}/${build}/files/${path}`, content);
  }
  await call('POST', `artifacts/${app}/${build}`);
  return build;
}

async function promote(revision: number, builds: Record<string, string>) {
  const change = { kind: 'promote', builds, reason: 'a release' };
  return await call('POST', 'channels/production/revisions', change, `"${revision}"`);
}

const newest = async () =>
  v.parse(
    v.object({ current: revisionSchema, builds: v.array(buildHealthSchema) }),
    await call('GET', 'channels/production'),
  );

it(`takes a bad build, promoted at 100 %, from ${many} tabs at work, without a person, and none is left on nothing`, async () => {
  const shell = await publish('shell', {});
  const good = await publish('mfe-note', { 'routes.js': 'globalThis.page = "notes"' });
  const bad = await publish('mfe-note', { 'routes.js': 'throw new Error("this build is broken")' });
  await promote(0, { shell, 'mfe-note': good });

  const tabs = Array.from({ length: many }, (_, n) => openSimulatedTab(site, 'mfe-note', n));
  await Promise.all(
    tabs.map(async (tab) => {
      await tab.listen();
      await tab.visit();
    }),
  );
  let over = false;
  const work = Promise.all(
    tabs.map(async (tab) => {
      for (let turn = 0; !over; turn += 1) {
        await wait(Math.random() * pause);
        if (!over) await (turn % 2 === 0 ? tab.navigate() : tab.visit());
      }
    }),
  );
  // All have said that the good build runs.
  const known = async () => (await newest()).builds.find(({ build }) => build === good)?.browsers;
  await expect.poll(known).toEqual({ browsers: many, failed: 0 });

  await promote(1, { 'mfe-note': bad });
  const promoted = performance.now();
  const seconds = () => ((performance.now() - promoted) / 1_000).toFixed(1);
  await expect.poll(async () => (await newest()).current.revision).toBe(3);
  const rolledBack = seconds();
  await expect.poll(() => tabs.every((tab) => tab.shown() === good)).toBe(true);
  const allBack = seconds();
  over = true;
  await work;

  const { current } = await newest();
  expect(current).toMatchObject({
    kind: 'recall',
    by: 'the registry',
    builds: { shell, 'mfe-note': good },
    recalled: [{ app: 'mfe-note', build: bad }],
  });
  expect(tabs.flatMap((tab) => tab.blanks)).toEqual([]);
  await expect.poll(() => notices.length).toBe(1);
  expect(v.parse(noticeSchema, notices[0])).toMatchObject({ kind: 'rolled-back', build: bad });
  for (const tab of tabs) tab.leave();
  console.log(
    `${many} tabs: rolled back ${rolledBack} s after the promotion, all on the good build after ${allBack} s; ${current.reason}`,
  );
});
