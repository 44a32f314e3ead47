import { readFile } from 'node:fs/promises';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { comesLive } from './house/comes-live.ts';
import { faults, faultyBuild } from './house/faulty.ts';
import { holdTimers } from './house/held-timers.ts';
import { leave } from './house/leave.ts';
import { type PeopleHouse, startPeopleHouse } from './house/people-house.ts';
import { currentRelease } from './house/release-site.ts';
import { stagingAddress, startStagingSite } from './house/staging-site.ts';
import { houseTimeout, test } from './house/test.ts';
import { committed, type Variant, variantOf } from './house/variant.ts';

// A day of four people of four roles over staging and production, each signed in by name.

const people = {
  vera: { name: 'Vera Novak', groups: ['everybody'] },
  paul: { name: 'Paul Adeyemi', groups: ['everybody', 'ledger-team'] },
  mara: { name: 'Mara Lindqvist', groups: ['releases'] },
  adam: { name: 'Adam Weiss', groups: ['platform'] },
};
type Login = keyof typeof people;
const roles = {
  everybody: 'viewer',
  'ledger-team': ['mfe-ledger', 'mfe-parties'],
  releases: 'manager',
  platform: 'administrator',
};

let house: PeopleHouse;
let stagingUrl: string;
let endStaging: () => Promise<unknown> = async () => {};
/** Two builds for the day, and one for the night. */
let ledger: Variant;
let parties: Variant;
let broken: Variant;

test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  stagingUrl = await stagingAddress();
  // All visitors are of this machine's network.
  const settings = { SITE_URLS: `staging=${stagingUrl}`, HEALTH_PER_NETWORK: 'off' };
  house = await startPeopleHouse(people, roles, settings);
  endStaging = await startStagingSite(house, stagingUrl);
  const titled = (script: string) =>
    script.replaceAll('Latest Transactions', 'Spring Transactions');
  ledger = await variantOf(house.dataDir, 'mfe-ledger', 'aaaa00000001', titled);
  parties = await variantOf(house.dataDir, 'mfe-parties', 'bbbb00000001');
  broken = await faultyBuild(
    ...([house.dataDir, 'mfe-ledger', 'cccc00000001', '/'] as const),
    faults['throws as it begins'],
  );
  await committed(ledger, { commit: '5fa1d2e', title: 'Spring titles', author: 'Paul Adeyemi' });
  await committed(parties, { commit: '91c07ab', title: 'Spring parties', author: 'Paul Adeyemi' });
  await committed(broken, { commit: 'bad1dea', title: 'Totals of a page', author: 'Paul Adeyemi' });
});

test.afterAll(async () => {
  await endStaging();
  await house?.close();
});

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** What changes something: all that is pressed but to copy. */
const actions = (page: Page) => main(page).getByRole('button', { name: /^(?!Copy)/ });
const dialog = (page: Page) => page.getByRole('dialog');
const running = (page: Page) => page.locator('[data-part=mfe-ledger]');

/** The console as somebody has it who signs in by name, in a browser of their own. */
async function consoleOf(
  browser: Browser,
  login: Login,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  // What has come of a change stays in words, however long the test takes.
  await holdTimers(page, 8_000);
  await house.signIn(page, login);
  return page;
}

async function visitor(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: house.siteUrl })).newPage();
  await page.goto('/');
  return page;
}

/** The next minute that does not begin before a train is planned, as a field for moments has it. */
function soon(): string {
  const at = new Date(Math.ceil((Date.now() + 45_000) / 60_000) * 60_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const buildsOf = async (siteUrl: string) => {
  const { remotes } = await currentRelease({ siteUrl });
  return [ledger, parties].map(({ app }) => remotes.find(({ name }) => name === app)?.build);
};

/** The rows of a file of comma-separated values, all cells of which stand in quotes but for the first row's. */
const rowsOf = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
    );

async function downloaded(page: Page, format: string): Promise<string> {
  const began = page.waitForEvent('download');
  await main(page).getByRole('link', { name: format, exact: true }).click();
  return await readFile(await (await began).path(), 'utf8');
}

test('a train with an approval, and a night by phone', { tag: '@proof' }, async ({ browser }) => {
  const good = await buildsOf(house.siteUrl);

  // Adam gives staging what production has, and has production ask for a second person.
  const adams = await house.signInToCommand('adam');
  await adams('promote', '--from', 'production', '--channel', 'staging', '--reason', 'The start');
  await adams('approvals', 'on', '--reason', 'Two pairs of eyes');

  // Paul publishes by the command, and moves both apps to staging as one.
  const pauls = await house.signInToCommand('paul');
  for (const { folder } of [ledger, parties]) await pauls('publish', folder);
  const paul = await consoleOf(browser, 'paul');
  await paul.getByRole('radio', { name: 'staging' }).check();
  for (const { app } of [ledger, parties]) await paul.getByLabel(`Select ${app}`).check();
  const set = paul.getByRole('region', { name: 'Release set' });
  await set.getByRole('button', { name: 'Promote', exact: true }).click();
  await dialog(paul).getByRole('button', { name: 'Planned release' }).click();
  await dialog(paul).getByRole('button', { name: 'Promote', exact: true }).click();
  await expect.poll(() => buildsOf(stagingUrl)).toEqual([ledger.build, parties.build]);
  const tried = await (await browser.newContext()).newPage();
  await tried.goto(stagingUrl);
  await expect(tried.getByRole('heading', { name: 'Spring Transactions' })).toBeVisible();
  await tried.context().close();

  // Vera sees all of it, and no button for what she may not do.
  const vera = await consoleOf(browser, 'vera');
  const sees = async (path: string, heading: string | RegExp) => {
    await vera.goto(`${house.adminUrl}${path}`);
    await expect(main(vera).getByRole('heading', { name: heading }).first()).toBeVisible();
    await expect(main(vera).getByText('Please wait')).toHaveCount(0);
    await expect(actions(vera), path).toHaveCount(0);
  };
  await sees('/', 'Timeline');
  await sees('/?channel=staging', 'Timeline');
  await sees('/apps/mfe-ledger', 'Recent');
  await sees('/history', /^Revision/);
  await sees('/policy', 'What pages may do');

  // Paul plans a train of what was tried, and goes home. It waits for somebody else when its time comes.
  await paul.getByRole('radio', { name: 'production' }).check();
  for (const { app } of [ledger, parties]) await paul.getByLabel(`Select ${app}`).check();
  await set.getByRole('button', { name: 'Plan a train' }).click();
  await dialog(paul).getByLabel('Leaves at').fill(soon());
  await dialog(paul).getByRole('button', { name: 'After hours' }).click();
  await dialog(paul).getByRole('button', { name: 'Plan a train' }).click();
  await expect(paul.getByText(/^The train leaves at/)).toBeVisible();
  const waits = main(paul).getByText('You asked for this; somebody else must approve it.');
  await expect(waits).toBeVisible({ timeout: 300_000 });
  expect(await buildsOf(house.siteUrl)).toEqual(good);
  await button(paul, /^Signed in as/).click();
  await button(paul, 'Sign out').click();
  await sees('/', 'Waiting for a second person');

  // Mara approves it: now it has left.
  const mara = await consoleOf(browser, 'mara');
  await button(
    mara,
    `Approve the change of mfe-ledger, mfe-parties by ${house.nameOf('paul')}`,
  ).click();
  await dialog(mara).getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => buildsOf(house.siteUrl)).toEqual([ledger.build, parties.build]);
  const trains = main(mara).getByRole('list', { name: 'Trains' }).getByRole('listitem');
  await expect(trains.first()).toContainText(/^Left.*as revision \d+/);
  await mara.context().close();

  // At night a bad build comes with both their names.
  const asked = pauls('publish', broken.folder).then(() =>
    pauls('promote', `mfe-ledger@${broken.build}`, '--reason', 'Totals of a page'),
  );
  await expect(asked).rejects.toThrow(/production asks for a second person/);
  const ann = await visitor(browser);
  await expect(running(ann)).toHaveAttribute('data-build', ledger.build);
  const look = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const phone = await consoleOf(browser, 'mara', { ...look, colorScheme: 'dark' });
  await button(phone, `Approve the change of mfe-ledger by ${house.nameOf('paul')}`).tap();
  await dialog(phone).getByRole('button', { name: 'Approve' }).tap();
  await comesLive(house, 'mfe-ledger', broken.build);
  const visitors = [await visitor(browser), await visitor(browser), await visitor(browser)];
  // They see the build before, and the board says what is wrong.
  for (const one of visitors) {
    await expect(running(one)).toHaveAttribute('data-build', ledger.build);
    // It says what failed, as it goes at the latest.
    await leave(one);
  }

  // Mara reads the first line, and takes it back with the one button below it.
  const alarm = main(phone).getByText(
    /^mfe-ledger bad1dea, which is live, fails in [23] of \d browsers/,
  );
  await expect(alarm).toBeVisible();
  await expect(alarm).toBeInViewport();
  const goBack = button(phone, 'Go back to 5fa1d2e: mfe-ledger');
  await expect(goBack).toBeInViewport({ ratio: 1 });
  expect((await goBack.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expect(main(vera).getByText('mfe-ledger bad1dea, which is live, fails')).toBeVisible();
  await expect(actions(vera)).toHaveCount(0);
  await goBack.tap();
  await dialog(phone).getByRole('button', { name: 'Load failures' }).tap();
  await dialog(phone).getByRole('button', { name: 'Roll back', exact: true }).tap();
  await expect(dialog(phone)).toBeHidden();
  await expect.poll(() => buildsOf(house.siteUrl)).toEqual([ledger.build, parties.build]);
  await expect(alarm).toBeHidden();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await leave(ann);

  // Adam takes the audit with him: who did what, by name.
  const adam = await consoleOf(browser, 'adam');
  await adam.getByRole('link', { name: 'Audit', exact: true }).click();
  const told = rowsOf(await downloaded(adam, 'CSV')).map(([, , by, , sentence]) => ({
    by,
    sentence,
  }));
  const lines = (await downloaded(adam, 'NDJSON')).trim().split('\n');
  const entries = lines.map((line) => JSON.parse(line));
  expect(entries.map(({ by, sentence }) => ({ by, sentence }))).toEqual(told);
  const [v, p, m, a] = (['vera', 'paul', 'mara', 'adam'] as const).map(house.nameOf);
  const both = `${p}, approved by ${m}`;
  const sentences = told.map(({ sentence = '' }) => withoutIds(sentence)).reverse();
  expect(sentences.slice(sentences.indexOf(`${a} signed in`))).toEqual([
    `${a} signed in`,
    expect.stringMatching(/^Adam .* promoted .* to staging: The start$/),
    `${a} asked for a second person in production: Two pairs of eyes`,
    `${p} signed in`,
    `${p} published 5fa1d2e of mfe-ledger`,
    `${p} published 91c07ab of mfe-parties`,
    `${p} signed in`,
    `${p} promoted ${together} to staging: Planned release`,
    `${v} signed in`,
    `${p} planned ${together} for production at TIME: After hours`,
    `${p} asked to promote mfe-ledger and mfe-parties in production: After hours (train ID)`,
    expect.stringMatching(
      /^the registry refused the train ID: production asks for a second person/,
    ),
    `${m} signed in`,
    `${both} promoted ${together} to production: After hours (train ID)`,
    `${m} approved ID in production`,
    `${p} published bad1dea of mfe-ledger`,
    `${p} asked to promote mfe-ledger in production: Totals of a page`,
    `${m} signed in`,
    `${both} promoted bad1dea of mfe-ledger to production, in place of 5fa1d2e: Totals of a page`,
    `${m} approved ID in production`,
    `${m} took back bad1dea of mfe-ledger in production, back to 5fa1d2e: Load failures`,
    `${a} signed in`,
  ]);
});

const together = '5fa1d2e of mfe-ledger and 91c07ab of mfe-parties';

/** A sentence of the audit with what differs from run to run left out. */
const withoutIds = (sentence: string) =>
  sentence
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/, 'TIME')
    .replace(/\b(train|approved) [0-9a-f]{6,8}\b/, '$1 ID');
