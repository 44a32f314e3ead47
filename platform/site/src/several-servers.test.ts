import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegistry } from '@tallystick/registry/open';
import { allParts } from '@tallystick/registry/parts/all-parts';
import type { Registry } from '@tallystick/registry/registry';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { type TestPlace, testPlace } from '@tallystick/store/test-place.testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuedTicket, navigation, releaseIn, yesIn } from './browser.testing.ts';
import { openTestSite } from './site.testing.ts';

const serve = join(import.meta.dirname, '../../../tools/src/serve.ts');

/** A process with the servers that it was told to serve. */
interface Process {
  child: ChildProcess;
  site: string;
  admin: string;
}

let place: TestPlace;
let registry: Registry;
let secret: string;
/** Builds of `mfe-note` in revisions 1 and 2. */
let builds: string[];
/** One with the site alone, one with the console alone, one with both. */
let siteAlone: Process;
let adminAlone: Process;
let both: Process;
const children: ChildProcess[] = [];

async function start(...servers: ('site' | 'admin')[]): Promise<Process> {
  const [site, admin] = await freePorts(2);
  const child = spawn(process.execPath, [serve, ...servers], {
    env: {
      ...nodeVariables,
      ...place,
      SITE_PORT: String(site),
      ADMIN_PORT: String(admin),
      ADMIN_URL: 'http://console.test',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const last = servers[0] === 'admin' ? 'Release console is ready' : 'Site server is ready';
  let out = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      out += part;
      if (out.includes(last)) resolve();
    });
    child.once('exit', () => reject(new Error(`ended early: ${out}`)));
  });
  return { child, site: `http://127.0.0.1:${site}`, admin: `http://127.0.0.1:${admin}` };
}

beforeAll(async () => {
  place = await testPlace('tallystick-several-');
  const folder = place.DATA_DIR;
  const opened = await openRegistry(place, undefined, { parts: allParts() });
  if (!opened.ok) throw new Error(opened.problem);
  registry = opened.value;
  const publisher = await openTestSite({ registry, folder }, { channel: 'production' });
  const first = (await publisher.release('first')).note;
  const second = await publisher.publish('mfe-note', { 'later.js': 'second' });
  await publisher.promote({ 'mfe-note': second });
  await publisher.server.close();
  builds = [first, second];
  both = await start('site', 'admin');
  [siteAlone, adminAlone] = await Promise.all([start('site'), start('admin')]);
  secret = (await readFile(join(folder, 'release.key'), 'utf8')).trim();
});
afterAll(async () => {
  for (const child of children) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
  await registry.close();
  await rm(place.DATA_DIR, { recursive: true, force: true });
});

const consoleHeaders = { origin: 'http://console.test', 'x-tallystick-console': '1' };

const call = (
  { admin }: Process,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
) =>
  fetch(`${admin}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Posts a form as a page of the site does. */
const post = (site: string, path: string, body: string, cookie = '', type = 'text/plain') =>
  fetch(`${site}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': type, 'sec-fetch-site': 'same-origin', cookie },
    body,
  });
const form = 'application/x-www-form-urlencoded';

const cookieOf = (answer: Response) => String(answer.headers.get('set-cookie')).split(';', 1)[0];

/** Opens the page that asks, in a browser; answers its cookies, and where a yes leads. */
async function askedAt({ site }: Process, question: string, cookie = '') {
  const page = await fetch(site + question, { headers: { ...navigation, cookie } });
  return { browser: cookieOf(page) ?? '', yes: yesIn(await page.text()) ?? '' };
}
const sayYes = ({ site }: Process, yes: string, cookie: string) =>
  fetch(site + yes, { redirect: 'manual', headers: { ...navigation, cookie } });

async function ticketFrom(process: Process, revision: number): Promise<string> {
  const bearer = { authorization: `Bearer ${secret}` };
  const target = { channel: 'production', revision };
  const answer: unknown = await (
    await call(process, 'POST', '/v1/previews', bearer, target)
  ).json();
  return String(Object.entries(answer ?? {}).find(([name]) => name === 'ticket')?.[1]);
}

async function buildAt({ site }: Process, cookie = ''): Promise<string | undefined> {
  const page = await fetch(`${site}/notes/7`, { headers: { cookie } });
  return (await releaseIn(await page.text())).remotes[0]?.build;
}

describe('several servers over one PostgreSQL', () => {
  it('open only what they are told to', async () => {
    await expect(fetch(`${siteAlone.admin}/health`)).rejects.toThrow();
    await expect(fetch(`${adminAlone.site}/health`)).rejects.toThrow();
    expect((await fetch(`${both.admin}/health`)).status).toBe(200);
    expect((await fetch(`${both.site}/health`)).status).toBe(200);
  });

  it('show a preview at one whose ticket another has issued, and change and end it at a third', async () => {
    const ticket = await ticketFrom(adminAlone, 1);
    const question = `/releases/preview?ticket=${ticket}`;
    const { browser, yes } = await askedAt(both, question);
    const begun = await sayYes(siteAlone, yes, browser);
    expect([begun.status, begun.headers.get('location')]).toEqual([303, '/?revision=1']);
    const cookie = `${browser}; ${cookieOf(begun)}`;
    expect(await buildAt(both, cookie)).toBe(builds[0]);
    expect(await buildAt(siteAlone, cookie)).toBe(builds[0]);
    const look = `/releases/preview?look=${encodeURIComponent('/?revision=2')}`;
    const other = await askedAt(siteAlone, look, cookie);
    expect((await sayYes(both, other.yes, cookie)).status).toBe(303);
    const shown = await fetch(`${siteAlone.site}/notes/7`, { headers: { cookie } });
    expect((await releaseIn(await shown.text())).preview).toMatchObject({ revision: 2 });
    await post(both.site, '/releases/preview/leave', '', cookie, form);
    const left = await fetch(`${siteAlone.site}/notes/7`, { headers: { cookie } });
    expect(await left.text()).toContain('The preview has ended');
  });

  it('redeem a ticket once, of twenty that try at two at the same time', async () => {
    const ticket = await ticketFrom(both, 1);
    const question = `/releases/preview?ticket=${ticket}`;
    // Each in a browser of its own: the same yes twice is one.
    const browsers = await Promise.all(Array.from({ length: 20 }, () => askedAt(both, question)));
    const answers = await Promise.all(
      browsers.map(({ yes, browser }, n) => sayYes(n % 2 === 0 ? both : siteAlone, yes, browser)),
    );
    const cookies = answers.filter((answer) => answer.headers.get('set-cookie') !== null);
    expect(cookies).toHaveLength(1);
  });

  it('know a session of the console that another has opened, until one has ended it', async () => {
    const signedIn = await call(adminAlone, 'POST', '/v1/session', consoleHeaders, { secret });
    expect(signedIn.status).toBe(204);
    const cookie = cookieOf(signedIn) ?? '';
    expect((await call(both, 'GET', '/v1/session', { cookie })).status).toBe(200);
    expect((await call(adminAlone, 'GET', '/v1/session', { cookie })).status).toBe(200);
    await call(both, 'DELETE', '/v1/session', { ...consoleHeaders, cookie });
    expect((await call(adminAlone, 'GET', '/v1/session', { cookie })).status).toBe(401);
  });

  it('take the ticket of a page once, at whichever', async () => {
    const page = await fetch(`${both.site}/notes/7`, { headers: navigation });
    const cookie = cookieOf(page);
    const issued = issuedTicket(page.headers.get('server-timing')) ?? '';
    expect((await post(siteAlone.site, '/releases/tickets', issued, cookie)).status).toBe(200);
    expect((await post(both.site, '/releases/tickets', issued, cookie)).status).toBe(204);
    expect((await post(siteAlone.site, '/releases/tickets', issued, cookie)).status).toBe(204);
  });

  it('count wrong tokens of one client together, and let a good one pass', async () => {
    const guess = (process: Process, n: number) =>
      call(process, 'GET', '/v1/whoami', {
        authorization: `Bearer tsr_${String(n).padStart(16, '0')}_${'x'.repeat(43)}`,
      });
    const statuses: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      statuses.push((await guess(n % 2 === 0 ? both : adminAlone, n)).status);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    for (const process of [both, adminAlone]) {
      expect(
        (await call(process, 'GET', '/v1/whoami', { authorization: `Bearer ${secret}` })).status,
      ).toBe(200);
    }
  });
});
