import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { inProject } from '@tallystick/tools/src/project.ts';
import { fixtureLedger } from './house/fixture-ledger.ts';
import { runRelease } from './house/house.ts';
import { recordLines } from './house/record-lines.ts';
import { type Desk, openDesk } from './house/release-desk.ts';
import { rowsOf } from './house/rows.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';

// A remote in the same page that overwrites what is shared, makes it hang or throw, or says that it
// is newer. It patches `fetch`, too, and reports failures of all others.

/** Loads of the others beside it; HOSTILE_LOADS=100 for the long run. */
const loads = Number(process.env.HOSTILE_LOADS ?? 6);

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => rowsOf(page).first();
const follow = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).first().click();

/** A page of another app, by links from where the page is; and that it works. */
const neighbours: readonly (readonly [app: string, visit: (page: Page) => Promise<void>])[] = [
  [
    'mfe-ledger',
    async (page) => {
      await follow(page, 'Transfers');
      await expect(rows(page)).toBeVisible();
    },
  ],
  [
    'mfe-parties',
    async (page) => {
      await follow(page, 'Assets');
      await rows(page).click();
      await expect(page).toHaveURL(/\/tx\//);
      // The address is there before its page, which is not to be left by a link of the list.
      await expect(
        main(page).getByRole('heading', { level: 1, name: 'Transaction' }),
      ).toBeVisible();
      await main(page).getByRole('link').first().click();
      await expect(page).toHaveURL(/\/(creator|consumer|checker)\//);
      await expect(rows(page)).toBeVisible();
    },
  ],
  [
    'mfe-auth',
    async (page) => {
      await page
        .getByRole('link', { name: /account|sign in/i })
        .first()
        .click();
      await expect(page.getByRole('textbox')).toBeVisible();
    },
  ],
];

let house: SideHouse;
let desk: Desk;
let folder: string;

test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  house = await startSideHouse(sharedHouse());
  await recordLines(house, fixtureLedger);
  desk = await openDesk(house);
  folder = await mkdtemp(join(tmpdir(), 'tallystick-hostile-'));
  await cp(inProject('e2e/foreign/hostile'), folder, { recursive: true });
  const metaData = {
    name: 'notes_hostile',
    type: 'app',
    buildInfo: { buildVersion: '1.0.0', buildName: 'notes-hostile' },
    remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
    globalName: 'notes_hostile',
    publicPath: 'auto',
  };
  const assets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
  const manifest = {
    id: 'notes_hostile',
    name: 'notes_hostile',
    metaData,
    shared: [],
    remotes: [],
    exposes: [{ id: 'notes_hostile:routes', name: 'routes', path: './routes', assets }],
  };
  const declaration = {
    name: 'notes-hostile',
    title: 'Hostile',
    routes: [{ path: '/notes-hostile', page: 'Hostile' }],
    menu: [],
  };
  await writeFile(join(folder, 'mf-manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'remote.json'), JSON.stringify(declaration));
  const said = await runRelease(house.environment, 'publish', folder, '--version', '1.0.0');
  const build = /notes-hostile@(\S+)/.exec(said)?.[1] ?? '';
  const reason = 'nobody looked';
  await desk.change({ kind: 'promote', builds: { 'notes-hostile': build }, reason });
});
test.afterAll(async () => {
  await house?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

test(`${loads} loads beside a hostile remote work, and nothing is rolled back`, {
  tag: '@proof',
}, async ({ page, expectComplaint }) => {
  expectComplaint(/cannot be replaced|Failed to load resource/);
  // Its reports take the connections, and the site server's time: what is refused or late then is asked for again.
  expectComplaint(/^mfe-\w+ \S+ did not load\. LoadFailure: nothing of mfe-/);
  const before = await desk.board();
  const targets = before.current?.builds ?? {};
  await page.addInitScript(
    ([builds, revision]) =>
      Object.assign(globalThis, { hostileTargets: builds, hostileRevision: revision }),
    [targets, before.current?.revision] as const,
  );
  for (let n = 0; n < loads; n += 1) {
    const [app, visit] = neighbours[n % neighbours.length] ?? ['', async () => {}];
    await page.goto(`${house.siteUrl}/notes-hostile`);
    await expect(page.getByRole('heading', { name: 'Hostile is here' })).toBeVisible();
    await visit(page);
    await expect(page.locator(`[data-part=${app}]`)).toBeVisible();
  }
  const after = await desk.board();
  expect(after.current?.builds).toEqual(targets);
});
