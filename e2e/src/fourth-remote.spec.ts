import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openUnverified, readRelease } from '@tallystick/contract/read-release';
import { signedReleaseSchema } from '@tallystick/contract/signed-release';
import { freePorts } from '@tallystick/store/free-ports.testing';
import * as v from 'valibot';
import { comesLive } from './house/comes-live.ts';
import { type ForeignRemote, makeForeignRemote } from './house/foreign-remote.ts';
import { guideCommands } from './house/guide.ts';
import { runRelease } from './house/house.ts';
import { currentRelease } from './house/release-site.ts';
import { comesRendered } from './house/rendered.ts';
import { saveFile } from './house/save-file.ts';
import { openServer, spawnScript } from './house/server.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';

// A team's way: from an empty folder outside the repository to a page on the site.

test.describe.configure({ mode: 'serial' });

const { CHROMIUM_PATH } = process.env;

let team: ForeignRemote;
let side: SideHouse;
/** Its first build. */
let made = '';
let token: string;
/** Environment variables that name the registry to the team's commands. */
let registry: Record<string, string>;

test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  const house = sharedHouse();
  side = await startSideHouse(house);
  team = await makeForeignRemote();
  const made = await runRelease(side.environment, 'token', 'create', 'notes', '--app', 'mfe-notes');
  token = /tsr_[\w-]+/.exec(made)?.[0] ?? '';
  registry = { RELEASE_URL: side.adminUrl, RELEASE_TOKEN: token };
});
test.afterAll(async () => {
  await team?.remove();
  await side?.close();
});

async function released(page: Page) {
  const answer = await page.request.get(`${side.siteUrl}/releases/current.json`);
  return await readRelease(await answer.text(), openUnverified);
}

/** A hash of each file of the shell that a page loads. */
async function shellFiles(page: Page): Promise<Record<string, string>> {
  const { shell } = await released(page);
  const base = `/artifacts/${shell.name}/${shell.build}/`;
  const html = await (await page.request.get(side.siteUrl)).text();
  // Not what its links lead to: content is there only if the server came to render it.
  const loads = /<(?:script|link)\b[^>]*\s(?:src|href)="([^"]+)"/g;
  const paths = [...html.matchAll(loads)].map(([, path = '']) => path);
  const hashes = paths
    .filter((path) => path.startsWith(base))
    .map(async (path) => {
      const body = await (await page.request.get(side.siteUrl + path)).body();
      return [path, createHash('sha256').update(body).digest('hex')];
    });
  return Object.fromEntries(await Promise.all(hashes));
}

/** The id of a browser that has the settings of the share, or has not. */
async function browserIn(share: boolean): Promise<string> {
  for (let at = 0; at < 1_000; at += 1) {
    const id = Buffer.from(`browser ${at}`.padEnd(16, '.')).toString('base64url');
    const headers = { cookie: `tallystick-browser=${id}` };
    const answer = await fetch(`${side.siteUrl}/releases/current.json`, { headers });
    const { shares = [] } = v.parse(signedReleaseSchema, await answer.json());
    if (shares.includes('mfe-notes') === share) return id;
  }
  throw new Error('no such browser');
}

async function build(): Promise<string> {
  const { exitCode, output } = await team.run('tallystick-build', []);
  expect(output).toMatch(/\d+\.\d+\.\d+-[0-9a-f]{12}\n$/);
  expect(exitCode).toBe(0);
  return output.trim().split('\n').at(-1) ?? '';
}

test('is built from the packed kit alone, and its types are right', async () => {
  expect(await team.run('tsc', ['--noEmit'])).toEqual({ exitCode: 0, output: '' });
  made = await build();
});

test('its build is looked at in the pages of the site, by the packed command', async () => {
  const { exitCode, output } = await team.run(
    'tallystick-release',
    ['check', '.', '--site', side.siteUrl, '--browser'],
    CHROMIUM_PATH === undefined ? {} : { CHROMIUM_PATH },
  );
  expect(exitCode, output).toBe(0);
  expect(output).toMatch(/ok +pages +\/notes shows, after \d+ ms\.\n/);
});

test('its own tests pass as they are made', { tag: '@proof' }, async () => {
  for (const line of await guideCommands('tests')) {
    const { exitCode, output } = await team.type(line);
    expect(exitCode, output).toBe(0);
  }
  const [port = 0] = await freePorts(1);
  const { exitCode, output } = await team.type('npm run test:browser', {
    TALLYSTICK_SITE: side.siteUrl,
    PORT: String(port),
    ...(CHROMIUM_PATH === undefined ? {} : { CHROMIUM_PATH }),
  });
  expect(exitCode, output).toBe(0);
});

test('a wrong remote.json stops the build with one line', async () => {
  const file = join(team.folder, 'remote.json');
  const right = await readFile(file, 'utf8');
  await writeFile(file, right.replace('"/notes"', '"notes"'));
  const { exitCode, output } = await team.run('tallystick-build', []);
  await writeFile(file, right);
  expect(exitCode).toBe(1);
  expect(output).toMatch(/^.*remote\.json: routes\.0\.path must begin with .*\n$/);
});

const runningIn = (page: Page, app: string) =>
  page.locator(`[data-part="${app}"]`).first().getAttribute('data-build');

/**
 * Resolves when the page that is opened next listens for changes. One that comes before loads the page anew: so it is
 * by design.
 */
const listening = (page: Page) =>
  page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));

test('is shown in the site as it is saved, and to nobody else', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/no total|Content Security Policy|^The policy refused/);
  const file = join(team.folder, 'src/page.tsx');
  const styles = join(team.folder, 'src/page.module.css');
  const routes = join(team.folder, 'src/routes.tsx');
  const [asMade = '', stylesAsMade = '', routesAsMade = ''] = await Promise.all(
    [file, styles, routes].map((path) => readFile(path, 'utf8')),
  );
  const throwing = `async () => {
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }));
    throw new TypeError('no total');
  }`;
  const late = join(team.folder, 'src/late.tsx');
  const lateWith = (words: string) =>
    `export default function Late() {\n  return <p>${words}</p>;\n}\n`;
  await writeFile(late, lateWith('It came later'));
  const withDraft = asMade
    .replace('import', "import { lazy, Suspense, useState } from 'react';\nimport")
    .replace('export', "const Late = lazy(() => import('./late.tsx'));\nexport")
    .replace('  return (', "  const [draft, setDraft] = useState('');\n  return (")
    .replace(
      '</p>',
      `</p>
      <label>Draft <input value={draft} onChange={(event) => setDraft(event.target.value)} /></label>
      <Suspense><Late /></Suspense>`,
    );
  await writeFile(file, withDraft);
  const [port = 0] = await freePorts(1);
  const here = `http://localhost:${port}`;
  const stop = await team.dev(port, side.siteUrl);
  try {
    // This HTML has the page's content, which is there only if the server rendered it in time.
    const before = await comesRendered(side.siteUrl);
    const { shell, remotes } = await currentRelease(side);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));

    const listens = listening(page);
    await page.goto(`${here}/notes`);
    await expect(page.getByText('mfe-notes is your working copy.')).toBeVisible();
    await expect(page.getByText('0 transfers are on record.')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-build', shell.build);
    expect(await runningIn(page, 'mfe-notes')).toMatch(/^0\.0\.0-dev-[0-9a-f]{12}$/);

    await page.getByLabel('Draft').fill('half a note');
    await listens;
    await saveFile(file, withDraft.replace('transfers are on record', 'transfers so far'));
    await expect(page.getByText('0 transfers so far.')).toBeVisible();
    await expect(page.getByLabel('Draft')).toHaveValue('half a note');
    await saveFile(styles, stylesAsMade.replace('var(--ink)', 'rgb(1, 2, 3)'));
    await expect(page.getByText('0 transfers so far.')).toHaveCSS('color', 'rgb(1, 2, 3)');
    await expect(page.getByLabel('Draft')).toHaveValue('half a note');

    await saveFile(late, lateWith('It came later, and changed'));
    await expect(page.getByText('It came later, and changed')).toBeVisible();
    await expect(page.getByLabel('Draft')).toHaveValue('half a note');

    await saveFile(routes, routesAsMade.replace('loader: loadPage', `loader: ${throwing}`));
    await expect(page.locator('#working-copy')).toContainText(
      /TypeError: no total\s+src\/routes\.tsx:9/,
    );
    await expect(page.locator('#working-copy')).toContainText(
      /The policy refuses inline \(style-src-elem\), asked for by src\/routes\.tsx:8\s.* ask the site for the opening injectedStyles/,
    );
    await saveFile(routes, routesAsMade);
    await expect(page.getByText('0 transfers so far.')).toBeVisible();
    await expect(page.locator('#working-copy')).not.toContainText('TypeError');

    await page.getByRole('banner').getByRole('link', { name: 'Transfers', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Transactions' }).first()).toBeVisible();
    const ledger = remotes.find(({ name }) => name === 'mfe-ledger');
    expect(await runningIn(page, 'mfe-ledger')).toBe(ledger?.build);

    expect(sent.filter((url) => !url.startsWith(here))).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
    expect(await runRelease(side.environment, 'status')).not.toContain('mfe-notes');
    const pageNow = async () => (await fetch(side.siteUrl)).text();
    await expect.poll(pageNow, { timeout: 180_000 }).toBe(before);
  } finally {
    // A page that listens for changes says so when nobody makes any more.
    await page.goto('about:blank');
    await stop();
    const asBefore = { [file]: asMade, [styles]: stylesAsMade, [routes]: routesAsMade };
    for (const [path, text] of Object.entries(asBefore)) await writeFile(path, text);
    await rm(late);
  }
});

test('comes into the site by the guide, without a change to any other app', async ({ page }) => {
  // It runs seven commands, one after the other.
  test.slow();
  const before = await released(page);
  const shellBefore = await shellFiles(page);
  expect(Object.keys(shellBefore).length).toBeGreaterThan(2);
  const typed = async (line: string) => {
    const { exitCode, output } = await team.type(line, registry);
    expect(exitCode, `${line}\n${output}`).toBe(0);
    return output;
  };

  // Two have been typed when the remote was made.
  const [variables = ''] = await guideCommands('variables');
  expect([...variables.matchAll(/(\w+)=/g)].map(([, name]) => name)).toEqual(Object.keys(registry));
  const commands = await guideCommands('to-the-site');
  expect(commands).toHaveLength(5);
  const [, , create = '', publish = '', promote = ''] = commands;
  const [notes = ''] = /^\d+\.\d+\.\d+-[0-9a-f]{12}$/m.exec(await typed(create)) ?? [];
  // The sources are what they were.
  expect(notes).toBe(made);
  const checked = await team.run('tallystick-release', ['check', '.', '--site', side.siteUrl]);
  expect(checked, checked.output).toMatchObject({ exitCode: 0 });
  expect(checked.output).not.toMatch(/failed {2}|not verified/);
  await typed(publish);
  expect(await released(page)).toEqual(before);
  await typed(promote);
  await comesLive(side, 'mfe-notes', notes);

  await page.goto(side.siteUrl);
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' });
  await entry.click();
  await expect(page).toHaveURL(`${side.siteUrl}/notes`);
  await expect(page).toHaveTitle(/^Notes • /);
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await expect(page.getByText('0 transfers are on record.')).toBeVisible();
  await expect(page.locator('[data-part="mfe-notes"]')).toHaveAttribute('data-build', notes);
  await page.reload();
  await expect(page.getByText('0 transfers are on record.')).toBeVisible();

  const after = await released(page);
  expect(after.remotes.find(({ name }) => name === 'mfe-notes')?.build).toBe(notes);
  expect({ ...after, remotes: after.remotes.filter(({ name }) => name !== 'mfe-notes') }).toEqual({
    ...before,
    revision: before.revision + 1,
  });
  expect(await shellFiles(page)).toEqual(shellBefore);
});

test('runs on its own for its team, and shows a change without a new page', async ({ page }) => {
  const [port = 0] = await freePorts(1);
  const stop = await team.dev(port, side.siteUrl, '--standalone');
  const file = join(team.folder, 'src/page.tsx');
  const before = await readFile(file, 'utf8');
  const listens = listening(page);
  try {
    await page.goto(`http://localhost:${port}/`);
    await expect(page.getByText('This address belongs to another part of the site.')).toBeVisible();
    await page.getByRole('link', { name: 'Notes' }).click();
    await expect(page.getByText('0 transfers are on record.')).toBeVisible();
    await page.evaluate(() => {
      document.title = 'kept';
    });
    await listens;
    await saveFile(file, before.replace('transfers are on record', 'transfers so far'));
    await expect(page.getByText('0 transfers so far.')).toBeVisible();
    await expect(page).toHaveTitle('kept');
  } finally {
    // A page that listens for changes says so when nobody makes any more.
    await page.goto('about:blank');
    await writeFile(file, before);
    await stop();
  }
});

test('has the settings of its channel, for all browsers or for a share', async ({
  page,
  browser,
  expectComplaint,
}) => {
  // It builds, and starts a site server, of whose pages the ledger service knows nothing.
  test.slow();
  expectComplaint(/CORS policy|net::ERR_FAILED/);
  const declared = join(team.folder, 'remote.json');
  const file = join(team.folder, 'src/page.tsx');
  const settings = '"settings": { "heading": { "type": "string", "default": "By default" } },';
  const remote = await readFile(declared, 'utf8');
  await writeFile(declared, remote.replace('"routes"', `${settings}\n  "routes"`));
  const asMade = await readFile(file, 'utf8');
  await writeFile(
    file,
    `import { useSettings } from '@tallystick/shared/settings';
import remote from '../remote.json' with { type: 'json' };
${asMade.replace('  return (', '  const { heading } = useSettings(remote.settings);\n  return (').replace('title="Notes"', 'title={heading}')}`,
  );
  expect(await team.run('tsc', ['--noEmit'])).toEqual({ exitCode: 0, output: '' });
  const notes = await build();
  const release = (...words: string[]) =>
    runRelease(side.environment, ...words, '--reason', 'other words');
  await runRelease(side.environment, 'publish', team.folder);
  await release('promote', `mfe-notes@${notes}`);
  await release('promote', '--from', 'production', '--channel', 'staging');
  await comesLive(side, 'mfe-notes', notes);

  const [port = 0] = await freePorts(1);
  const stagingUrl = `http://localhost:${port}`;
  const staging = openServer(
    () =>
      spawnScript(['tools/src/serve.ts', 'site'], {
        ...side.environment,
        ...{ CHANNEL: 'staging', SITE_PORT: `${port}`, SITE_URL: stagingUrl, SITE_URLS: '' },
      }),
    `${stagingUrl}/health`,
  );
  await staging.start();
  try {
    const heads = async (site: string, title: string, at: Page = page) => {
      // A server hears of a change a moment after the registry has said yes to it.
      await expect(async () => {
        await at.goto(`${site}/notes`);
        await expect(at.getByRole('heading', { name: title })).toBeVisible({ timeout: 3_000 });
      }).toPass();
    };
    await release('settings', 'mfe-notes', 'set', 'heading=Of staging', '--channel', 'staging');
    await heads(stagingUrl, 'Of staging');
    await heads(side.siteUrl, 'By default');

    await release('settings', 'mfe-notes', 'set', 'heading=For some', '--share', '10');
    const open = async (share: boolean) => {
      const context = await browser.newContext();
      const cookie = { name: 'tallystick-browser', value: await browserIn(share) };
      await context.addCookies([{ ...cookie, url: side.siteUrl }]);
      return await context.newPage();
    };
    const [inside, outside] = [await open(true), await open(false)];
    await heads(side.siteUrl, 'For some', inside);
    await heads(side.siteUrl, 'By default', outside);
    const { revision } = await released(page);
    await release('rollback', '--revision', `${revision}`);
    await heads(side.siteUrl, 'By default', inside);

    // An open tab takes what is urgent where it stands.
    await release('settings', 'mfe-notes', 'set', 'heading=At once', '--now');
    for (const tab of [inside, outside]) {
      await expect(tab.getByRole('heading', { name: 'At once' })).toBeVisible();
      await tab.context().close();
    }
  } finally {
    await staging.end('SIGTERM');
    await writeFile(declared, remote);
    await writeFile(file, asMade);
  }
});

test('its token is for nothing else', async ({ page }) => {
  const before = await released(page);
  const ledger = before.remotes.find(({ name }) => name === 'mfe-ledger')?.build ?? '';
  const refused = async (...parameters: string[]) => {
    const { exitCode, output } = await team.run('tallystick-release', parameters, registry);
    expect(output).toContain('mfe-notes');
    expect(exitCode).toBe(4);
  };
  await refused('promote', `mfe-ledger@${ledger}`, '--percent', '10', '--reason', 'Not ours');
  await refused('rollback', 'mfe-ledger', '--reason', 'Not ours');

  const call = async (method: string, path: string, data?: unknown) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await page.request.fetch(`${side.adminUrl}/v1/${path}`, {
      method,
      headers,
      ...(data === undefined ? {} : { data }),
    });
    return answer.status();
  };
  const file = Buffer.from('alert(1)');
  expect(await call('PUT', `artifacts/mfe-ledger/9.9.9-aaaaaaaaaaaa/files/x.js`, file)).toBe(403);
  expect(await call('POST', `artifacts/mfe-ledger/9.9.9-aaaaaaaaaaaa`)).toBe(403);
  expect(await call('POST', 'tokens', { name: 'mine', scope: { kind: 'manager' }, days: 1 })).toBe(
    403,
  );
  expect(await call('PUT', 'channels/production/locks/mfe-ledger', { reason: 'Ours now' })).toBe(
    403,
  );
  expect(await released(page)).toEqual(before);
});
