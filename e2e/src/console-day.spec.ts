import { type Browser, expect, type Page } from '@playwright/test';
import { comesLive } from './house/comes-live.ts';
import { holdTimers } from './house/held-timers.ts';
import { runRelease } from './house/house.ts';
import { leave } from './house/leave.ts';
import { type Desk, openDesk, signInToConsole } from './house/release-desk.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';
import { type Variant, variantOf } from './house/variant.ts';

let side: SideHouse;
let desk: Desk;
/** A build of mfe-ledger that throws as it is loaded in browsers that speak German. */
let broken: Variant;
let good: string;

test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  // All visitors are of this machine's network.
  side = await startSideHouse(sharedHouse(), { HEALTH_PER_NETWORK: 'off' });
  desk = await openDesk(side);
  good = (await desk.board()).current?.builds['mfe-ledger'] ?? '';
  const retitled = (script: string) =>
    script.replaceAll('Latest Transactions', 'Newest Transactions');
  broken = await variantOf(side.dataDir, 'mfe-ledger', 'dddddddddddd', (script, path) => {
    if (!/^routes\..*\.js$/.test(path)) return retitled(script);
    return `if (navigator.language.startsWith('de')) throw new Error('no such plural form');\n${retitled(script)}`;
  });
  await runRelease(side.environment, 'publish', broken.folder);
});

test.afterAll(() => side?.close());

// Who is not signed in is told so by 401.
test.beforeEach(({ expectComplaint }) => expectComplaint(/status of 401/));

/** Somebody who has the site open in a browser of their own. */
async function visitor(browser: Browser, locale: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: side.siteUrl, locale });
  return await context.newPage();
}

/** The build whose components are in the page, as the running code says it. */
const running = (page: Page) => page.locator('[data-part=mfe-ledger]');
const row = (page: Page) =>
  page.getByRole('list', { name: 'Apps' }).getByRole('listitem').filter({ hasText: 'mfe-ledger' });
const dialog = (page: Page) => page.getByRole('dialog');

test('the whole day: a failure rises, a recall by click, tabs leave', { tag: '@proof' }, async ({
  page,
  browser,
}) => {
  // What has come of a change stays in words, however long the test takes.
  await holdTimers(page, 8_000);
  await signInToConsole(page, side, desk.secret);
  const people = await Promise.all(
    ['en-GB', 'en-GB', 'en-GB', 'en-GB'].map((locale) => visitor(browser, locale)),
  );
  const [ann, ben, cas, dee] = people;
  if (!ann || !ben || !cas || !dee) throw new Error('nobody came');

  // In the morning all is well: three have the site open, the board says so by itself.
  for (const person of [ann, ben, cas]) {
    await person.goto('/');
    await expect(running(person)).toHaveAttribute('data-build', good);
  }
  await expect(row(page)).toContainText('3 live');
  await expect(row(page)).toContainText('Fine');

  // The broken build ships. Who speaks English gets it and sees nothing wrong.
  await desk.change({
    kind: 'promote',
    builds: { 'mfe-ledger': broken.build },
    reason: 'Plural forms',
  });
  await expect(row(page)).toContainText('Plural forms');
  await comesLive(side, 'mfe-ledger', broken.build);
  for (const person of people) {
    await person.goto('/');
    await expect(running(person)).toHaveAttribute('data-build', broken.build);
  }
  await expect(row(page)).toContainText('4 live');

  // In browsers that speak German it breaks, and what was good before takes its place. The board turns
  // while somebody looks at it.
  for (let visits = 0; visits < 4; visits += 1) {
    const german = await visitor(browser, 'de-DE');
    // It may have reported before that, that the shell runs.
    const report = german.waitForResponse(
      (answer) =>
        answer.url().endsWith('/releases/reports') &&
        answer.request().postData()?.includes('"failures":[]') === false,
    );
    await german.goto('/');
    await expect(running(german)).toHaveAttribute('data-build', good);
    await report;
    await leave(german);
  }
  await expect(row(page)).toContainText('Failing');
  await expect(row(page)).toContainText('4 of');

  // One tab is in a tunnel, and says nothing for now.
  await dee.context().setOffline(true);

  await page.getByRole('link', { name: 'mfe-ledger' }).click();
  await expect(
    page
      .getByRole('main')
      .getByText(/fails in 4 of \d+ browsers/)
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Recall', exact: true }).click();
  await expect(dialog(page).getByText(/^4 open tabs run .* at once\.$/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Load failures' }).click();
  await dialog(page).getByRole('button', { name: 'Recall', exact: true }).click();
  await expect(page.getByText(/^Recalled mfe-ledger: revision \d+\.$/)).toBeVisible();

  // They leave without anybody's doing, and the console counts what they say of themselves.
  for (const person of [ann, ben, cas]) {
    await expect(running(person)).toHaveAttribute('data-build', good);
    await expect(person.getByRole('heading', { name: 'Latest Transactions' })).toBeVisible();
  }
  const progress = page.getByRole('region', { name: 'Recall of mfe-ledger' }).last();
  const words = `tabs have left ${broken.build.slice(-12, -5)}`;
  await expect(progress).toContainText(`75 % of ${words}`);
  await expect(progress).toContainText('1 tab still runs it');

  // The last one comes out of the tunnel: only now it is 100 %.
  await dee.context().setOffline(false);
  await expect(running(dee)).toHaveAttribute('data-build', good);
  await expect(progress).toContainText(`100 % of ${words}`);

  // Who comes now gets what worked before, in any language.
  const german = await visitor(browser, 'de-DE');
  await german.goto('/');
  await expect(running(german)).toHaveAttribute('data-build', good);

  // Afterwards a person sees what the release did, and reads who did what.
  await page.getByText('Last hour', { exact: true }).click();
  await expect(page.getByRole('img', { name: /^Failures, [1-9]/ })).toBeVisible();
  await page
    .getByTitle(/^Revisions? /)
    .last()
    .click();
  await expect(page.locator(':target')).toContainText('recalled');
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  const done = page.getByRole('main').getByRole('listitem').first();
  await expect(done).toContainText(
    / recalled \w{7} of mfe-ledger in production, .*: Load failures/,
  );
  await page.getByRole('link', { name: 'History', exact: true }).click();
  const newest = page.getByRole('main').getByRole('listitem').first();
  await expect(newest).toContainText('Recalled');
  await expect(newest).toContainText('“Load failures”');
  for (const person of [...people, german]) await leave(person);
});

test('a roll back by click: the open tab leaves at its next navigation, and the board counts it', {
  tag: '@proof',
}, async ({ page, browser }) => {
  // A tab whose last word is lost counts for 150 seconds.
  await expect.poll(async () => (await desk.board()).tabs, { timeout: 180_000 }).toBe(0);
  const builds = { 'mfe-ledger': broken.build };
  // It was recalled by the test before, if that was run.
  if ((await desk.board()).condemned.length > 0) {
    await desk.change({ kind: 'unhold', apps: ['mfe-ledger'], builds, reason: 'Once more' });
  }
  await desk.change({ kind: 'promote', builds, reason: 'Once more' });
  await comesLive(side, 'mfe-ledger', broken.build);
  const eve = await visitor(browser, 'en-GB');
  await eve.goto('/');
  await expect(running(eve)).toHaveAttribute('data-build', broken.build);
  await signInToConsole(page, side, desk.secret);
  await expect(row(page)).toContainText('1 live');

  await page.getByRole('link', { name: 'mfe-ledger' }).click();
  await page.getByRole('button', { name: 'Roll back', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Wrong numbers' }).click();
  await dialog(page).getByRole('button', { name: 'Roll back', exact: true }).click();
  await expect(dialog(page)).toBeHidden();

  await expect(row(page)).toContainText('1 earlier');
  await expect(running(eve)).toHaveAttribute('data-build', broken.build);
  // At the first one after the news of it have come and its files are there.
  const menu = eve.getByRole('navigation', { name: 'Main' });
  await expect(async () => {
    for (const name of ['Transfers', 'Home']) await menu.getByRole('link', { name }).click();
    await expect(running(eve)).toHaveAttribute('data-build', good, { timeout: 1_000 });
  }).toPass();
  await expect(row(page)).toContainText('1 live');
  await expect(row(page)).not.toContainText('earlier');
  await leave(eve);
});
