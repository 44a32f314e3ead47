import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openUnverified, readRelease } from '@tallystick/shared/release/read-release';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { type ForeignRemote, makeForeignRemote } from './house/foreign-remote.ts';
import { runRelease } from './house/house.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { sharedHouse, test } from './house/test.ts';

// A team's way: from an empty folder outside the repository to a page on the site.

test.describe.configure({ mode: 'serial' });

let team: ForeignRemote;
let side: SideHouse;
let token: string;
/** Whom the team's commands speak to. */
let registry: Record<string, string>;

test.beforeAll(async () => {
  const house = sharedHouse();
  side = await startSideHouse(house);
  team = await makeForeignRemote('mfe-notes');
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
  const paths = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  const hashes = paths
    .filter((path) => path.startsWith(base))
    .map(async (path) => {
      const body = await (await page.request.get(side.siteUrl + path)).body();
      return [path, createHash('sha256').update(body).digest('hex')];
    });
  return Object.fromEntries(await Promise.all(hashes));
}

async function build(): Promise<string> {
  const { exitCode, output } = await team.run('tallystick-build', []);
  expect(output).toMatch(/\d+\.\d+\.\d+-[0-9a-f]{12}\n$/);
  expect(exitCode).toBe(0);
  return output.trim().split('\n').at(-1) ?? '';
}

test('is built from the packed kit alone, and its types are right', async () => {
  expect(await team.run('tsc', ['--noEmit'])).toEqual({ exitCode: 0, output: '' });
  const first = await build();
  expect(await build()).toBe(first);
});

test('a wrong remote.json stops the build with one line', async () => {
  const file = join(team.folder, 'remote.json');
  const right = await readFile(file, 'utf8');
  await writeFile(file, right.replace('"/notes"', '"notes"'));
  const { exitCode, output } = await team.run('tallystick-build', []);
  await writeFile(file, right);
  expect(exitCode).toBe(1);
  expect(output).toMatch(/^.*remote\.json: routes\.0\.path: .*\n$/);
});

test('comes into the site without a change to any other app', async ({ page }) => {
  const before = await released(page);
  const shellBefore = await shellFiles(page);
  expect(Object.keys(shellBefore).length).toBeGreaterThan(2);
  const notes = await build();

  const checked = await team.run('tallystick-release', ['check', '.', '--site', side.siteUrl]);
  expect(checked, checked.output).toMatchObject({ exitCode: 0 });
  expect(checked.output).not.toMatch(/failed {2}|not verified/);
  const published = await team.run('tallystick-release', ['publish', '.'], registry);
  expect(published, published.output).toMatchObject({ exitCode: 0 });
  expect(await released(page)).toEqual(before);
  const promoted = await team.run(
    'tallystick-release',
    ['promote', `mfe-notes@${notes}`, '--reason', 'Our first page'],
    registry,
  );
  expect(promoted, promoted.output).toMatchObject({ exitCode: 0 });

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
  // A change before the page listens for changes loads the page anew: so it is by design.
  const listens = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived'));
  try {
    await page.goto(`http://localhost:${port}/`);
    await expect(page.getByText('This address belongs to another part of the site.')).toBeVisible();
    await page.getByRole('link', { name: 'Notes' }).click();
    await expect(page.getByText('0 transfers are on record.')).toBeVisible();
    await page.evaluate(() => {
      document.title = 'kept';
    });
    await listens;
    await writeFile(file, before.replace('transfers are on record', 'transfers so far'));
    await expect(page.getByText('0 transfers so far.')).toBeVisible();
    await expect(page).toHaveTitle('kept');
  } finally {
    // A page that listens for changes says so when nobody makes any more.
    await page.goto('about:blank');
    await writeFile(file, before);
    await stop();
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
