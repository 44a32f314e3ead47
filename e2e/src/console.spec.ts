import { expect, type Page, type Request } from '@playwright/test';
import { proving } from '@tallystick/contract/testing/proof';
import { boardSchema } from '@tallystick/registry/contract/board';
import * as v from 'valibot';
import { findings } from './house/findings.ts';
import { holdTimers } from './house/held-timers.ts';
import { runRelease } from './house/house.ts';
import { type Desk, openDesk, signInToConsole } from './house/release-desk.ts';
import { shiftsOf, watchShifts } from './house/shifts.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';
import { type Variant, variantOf } from './house/variant.ts';

// One house for all of them, which they change one after another.
let side: SideHouse;
let desk: Desk;
/** Published, and never live before a test makes them so. */
let second: Variant;
let third: Variant;
/** What the house began with. */
let first: string;

test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  side = await startSideHouse(sharedHouse());
  desk = await openDesk(side);
  first = (await desk.board()).current?.builds['mfe-ledger'] ?? '';
  const titled = (hash: string, title: string) =>
    variantOf(side.dataDir, 'mfe-ledger', hash, (script) =>
      script.replaceAll('Latest Transactions', title),
    );
  second = await titled('bbbbbbbbbbbb', 'Second Transactions');
  third = await titled('cccccccccccc', 'Third Transactions');
  await runRelease(side.environment, 'publish', second.folder);
  await runRelease(side.environment, 'publish', third.folder);
});

test.afterAll(() => side?.close());

// Who is not signed in is told so by 401; refusals on purpose are told in the tests.
test.beforeEach(async ({ page, expectComplaint }) => {
  expectComplaint(/status of 401/);
  // What has come of a change stays in words, however long the test takes.
  await holdTimers(page, 8_000);
});

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const live = async () => (await desk.board()).current?.builds['mfe-ledger'];
const short = (build: string) => build.slice(-12, -5);
/** In the dialog: what is to change has been told, and can be confirmed. */
const confirm = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true });

/** Back to how the house began, by another hand. */
async function startAgain(): Promise<void> {
  const { condemned } = await desk.board();
  const taken = condemned.filter(({ app }) => app === 'mfe-ledger').map(({ build }) => build);
  for (const build of new Set(taken)) {
    const builds = { 'mfe-ledger': build };
    await desk.change({ kind: 'unhold', apps: ['mfe-ledger'], builds, reason: 'From the start' });
  }
  if ((await live()) === first) return;
  await desk.change({ kind: 'promote', builds: { 'mfe-ledger': first }, reason: 'From the start' });
}

test('a wrong token is told in words, and kept nowhere', { tag: '@proof' }, async ({ page }) => {
  await page.goto(side.adminUrl);
  await page.getByLabel('Token', { exact: true }).fill('tsr_0000000000000000_nobody');
  await button(page, 'Sign in').click();
  await expect(page.getByText('This token is unknown, revoked or expired.').first()).toBeVisible();
  await expect(page.getByLabel('Token', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Token', { exact: true })).toBeFocused();
});

test('signing in keeps no token in the browser, and signing out ends the session', async ({
  page,
  context,
}) => {
  await signInToConsole(page, side, desk.secret, '/apps/mfe-ledger');
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('mfe-ledger');
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(kept).toBe('[{},{},""]');
  const cookies = await context.cookies(`${side.adminUrl}/v1`);
  expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
    ['tallystick-console', true, 'Strict'],
  ]);
  expect(JSON.stringify(cookies)).not.toContain(desk.secret);

  await page.reload();
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('mfe-ledger');
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await button(page, 'Sign out').click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Token', { exact: true })).toBeVisible();
});

test('a session that ends under your hands asks for a token and leaves what you typed', async ({
  page,
}) => {
  const secret = await desk.token({ name: 'eve', scope: { kind: 'manager' } });
  await signInToConsole(page, side, secret, '/apps/mfe-ledger');
  await button(page, 'Lock').click();
  await dialog(page).getByLabel('Why').fill('Under my hands');
  await desk.call('DELETE', `/tokens/${secret.split('_')[1]}`);
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.getByLabel('Token', { exact: true }).fill(desk.secret);
  await ended.getByRole('button', { name: 'Sign in' }).click();
  await expect(ended).toBeHidden();
  await expect(dialog(page).getByLabel('Why')).toHaveValue('Under my hands');
  await button(page, 'Cancel').click();
});

/** The line of the head that is kept free for what is announced. */
const announced = (page: Page) => page.locator('header + [role=status]');

test('a build is promoted with a reason, after a look at what will change', async ({ page }) => {
  await startAgain();
  await signInToConsole(page, side, desk.secret, '/apps/mfe-ledger');
  const before = await announced(page).boundingBox();
  await page.getByRole('button', { name: `Promote: ${short(second.build)}` }).click();
  await expect(dialog(page).getByRole('region', { name: 'What will change' })).toContainText(
    short(second.build),
  );
  expect(await live(), 'nothing happens before it is confirmed').toBe(first);
  await confirm(page, 'Promote').click();
  await expect(dialog(page).getByText('Enter a reason: it is kept in history.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Planned release' }).click();
  await confirm(page, 'Promote').click();
  await expect(announced(page)).toHaveText(/^Promoted mfe-ledger: revision \d+\.$/);
  await expect(dialog(page)).toBeHidden();
  // It takes no room that anything else had: no button is under it, and nothing moves.
  const after = await announced(page).boundingBox();
  expect(after?.height).toBeGreaterThan(30);
  expect(after?.height).toBe(before?.height);
  expect(await live()).toBe(second.build);
  const answer = await fetch(`${side.siteUrl}/`);
  expect(await answer.text()).toContain(`/artifacts/mfe-ledger/${second.build}/`);
  // The panel follows without a reload.
  await expect(main(page).getByText(second.build)).toBeVisible();
});

test('a canary is begun at a typed share, and the board tells it', { tag: '@proof' }, async ({
  page,
}) => {
  await startAgain();
  await signInToConsole(page, side, desk.secret, '/apps/mfe-ledger');
  await page.getByRole('button', { name: `Canary: ${short(third.build)}` }).click();
  await dialog(page).getByRole('radio', { name: 'Other' }).check();
  await dialog(page).getByLabel('Share in percent').fill('12,5');
  await expect(dialog(page).getByText(/^12\.5 % of browsers get/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'First look at a new build' }).click();
  await confirm(page, 'Start the canary').click();
  await expect(page.getByText(/^Canary mfe-ledger: revision \d+\.$/)).toBeVisible();
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  // The panel, which is there for a moment more, has items that name the app, too.
  const apps = main(page).getByRole('list', { name: 'Apps' });
  const row = apps.getByRole('listitem').filter({ hasText: 'mfe-ledger' });
  await expect(row).toContainText('Canary 12.5 %');
  await expect(row).toContainText(short(third.build));
  const { current } = await desk.board();
  expect(current?.canaries).toEqual({ 'mfe-ledger': { build: third.build, percent: 12.5 } });
});

test('a locked app says why, and nobody is offered to ship it', { tag: '@proof' }, async ({
  page,
}) => {
  await startAgain();
  await signInToConsole(page, side, desk.secret, '/apps/mfe-ledger');
  await button(page, 'Lock').click();
  await dialog(page).getByRole('button', { name: 'Under investigation' }).click();
  await confirm(page, 'Lock').click();
  await expect(page.getByText('mfe-ledger is locked.', { exact: true })).toBeVisible();
  await expect(main(page).getByText('“Under investigation”')).toBeVisible();

  await expect(button(page, 'Promote')).toBeDisabled();
  await expect(button(page, 'Canary')).toBeDisabled();

  await button(page, 'Unlock').click();
  await dialog(page).getByRole('button', { name: 'Investigation is over' }).click();
  await confirm(page, 'Unlock').click();
  await expect(page.getByText('mfe-ledger is unlocked.', { exact: true })).toBeVisible();
  expect((await desk.board()).locks).toEqual([]);
});

test('a ramp is begun, paused and taken on, a freeze keeps new builds out, and the way back stays', async ({
  page,
}) => {
  await startAgain();
  await signInToConsole(page, side, desk.secret, '/apps/mfe-ledger');
  const canary = async () => (await desk.board()).current?.canaries['mfe-ledger'];
  const because = (reason: string) => dialog(page).getByLabel('Why').fill(reason);
  await page.getByRole('button', { name: `Promote: ${short(third.build)}` }).click();
  await dialog(page).getByLabel('As a ramp').check();
  await dialog(page).getByLabel('Shares of browsers').fill('5, 50, 100');
  await expect(dialog(page).getByText(/^Then 50 %, 100 %, by itself/)).toBeVisible();
  await because('Up the ramp');
  await confirm(page, 'Start the ramp').click();
  await expect(dialog(page)).toBeHidden();
  const steps = { steps: [50, 100] };
  expect(await canary()).toEqual({ build: third.build, percent: 5, ramp: steps });

  await button(page, 'Pause').click();
  await because('We look at a report');
  await confirm(page, 'Pause').click();
  // The panel says of its app what the board says first.
  const paused = main(page)
    .getByText(/is paused by .*: “We look at a report”/)
    .first();
  await expect(paused).toBeVisible();
  await button(page, 'Resume').click();
  await because('It was nothing');
  await confirm(page, 'Resume').click();
  await button(page, 'Skip to 50 %').click();
  await because('A small change');
  await confirm(page, 'Skip a step').click();
  await expect(dialog(page)).toBeHidden();
  expect(await canary()).toEqual({ build: third.build, percent: 50, ramp: { steps: [100] } });

  await page.getByRole('link', { name: 'Board', exact: true }).click();
  const first = page.getByRole('region', { name: 'Whether anything is wrong' });
  await expect(first).toContainText('is under way: 50 % of browsers have it, then 100 %.');
  await button(page, 'Freeze').click();
  await dialog(page)
    .getByLabel('Until')
    .fill(await tomorrow(page));
  await because('Holidays');
  await confirm(page, 'Freeze').click();
  await expect(first).toContainText(/production is frozen by .* UTC: “Holidays”/);
  await expect(first).toContainText('It waits for the freeze to end.');
  await page.getByRole('link', { name: 'mfe-ledger' }).click();
  for (const name of ['Promote', 'Canary', 'Skip to 100 %']) {
    await expect(button(page, name)).toBeDisabled();
  }
  await button(page, 'End the canary').click();
  await because('Seen enough');
  await confirm(page, 'End the canary').click();
  await expect.poll(canary).toBeUndefined();
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  await button(page, 'End the freeze').click();
  await because('It is over');
  await confirm(page, 'End the freeze').click();
  await expect(button(page, 'Freeze')).toBeVisible();
  expect((await desk.board()).locks).toEqual([]);
});

/** What the field of a moment holds of this time tomorrow. */
const tomorrow = (page: Page) =>
  page.evaluate(() => {
    const at = new Date();
    at.setDate(at.getDate() + 1);
    const two = (number: number) => String(number).padStart(2, '0');
    const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
    return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
  });

test('several apps are planned as a train, which is cancelled, and a channel takes over another', {
  tag: '@proof',
}, async ({ page }) => {
  await startAgain();
  const { builds } = (await desk.board()).current ?? {};
  const staged = { ...builds, 'mfe-ledger': second.build };
  const staging = { kind: 'promote', builds: staged, reason: 'To be taken over' };
  const newest = { 'if-match': `"${await newestIn('staging')}"` };
  await desk.call('POST', '/channels/staging/revisions', staging, newest);
  await signInToConsole(page, side, desk.secret);
  await page.getByLabel('Select mfe-ledger').check();
  await page.getByRole('button', { name: 'Plan a train' }).click();
  await dialog(page).getByLabel('Build').selectOption(third.build);
  await dialog(page).getByRole('button', { name: 'After hours' }).click();
  await confirm(page, 'Plan a train').click();
  const train = page.getByRole('list', { name: 'Trains' }).getByRole('listitem').first();
  await expect(train).toContainText('Planned');
  await expect(train).toContainText(short(third.build));
  expect(await findings(page), 'a train and what differs').toEqual([]);
  await train.getByRole('button', { name: /^Cancel the train/ }).click();
  await dialog(page).getByRole('button', { name: 'Not yet' }).click();
  await confirm(page, 'Cancel the train of mfe-ledger').click();
  await expect(train).toContainText('Cancelled');

  const row = page.getByRole('row').filter({ hasText: 'mfe-ledger' });
  await expect(row).toContainText(short(second.build));
  await page.getByRole('button', { name: 'Promote all of it from staging' }).click();
  await dialog(page).getByRole('button', { name: 'Planned release' }).click();
  await confirm(page, 'Promote').click();
  await expect(page.getByText('Nothing.', { exact: true })).toBeVisible();
  expect(await live()).toBe(second.build);
});

/** The number of a channel's newest revision; 0: it has none. */
async function newestIn(channel: string): Promise<number> {
  const { current } = v.parse(boardSchema, await desk.call('GET', `/channels/${channel}`));
  return current?.revision ?? 0;
}

test('a lost race shows who was faster, keeps the reason, and asks again', {
  tag: '@proof',
}, async ({ page, expectComplaint }) => {
  expectComplaint(/status of 412/);
  await startAgain();
  const ben = await desk.token({ name: 'ben', scope: { kind: 'manager' } });
  await signInToConsole(page, side, desk.secret, '/apps/mfe-ledger');
  await page.getByRole('button', { name: `Promote: ${short(third.build)}` }).click();
  await dialog(page).getByLabel('Why').fill('Numbers of November');
  await expect(confirm(page, 'Promote')).toBeEnabled();
  await desk.change(
    { kind: 'promote', builds: { 'mfe-ledger': second.build }, reason: 'Ben was faster' },
    ben,
  );
  await confirm(page, 'Promote').click();
  const moved = dialog(page).getByRole('alert');
  await expect(moved).toContainText('The channel has changed in the meantime');
  await expect(moved).toContainText('by ben: “Ben was faster”');
  await expect(dialog(page).getByLabel('Why')).toHaveValue('Numbers of November');
  // What would change is told anew: from ben's build now.
  await expect(dialog(page).getByRole('region', { name: 'What will change' })).toContainText(
    short(second.build),
  );
  expect(await live()).toBe(second.build);
  await confirm(page, 'Promote anyway').click();
  await expect(dialog(page)).toBeHidden();
  expect(await live()).toBe(third.build);
});

test('several apps move as one revision, and a revision is undone from history', async ({
  page,
}) => {
  await startAgain();
  await desk.change({
    kind: 'promote',
    builds: { 'mfe-ledger': second.build },
    reason: 'To be taken back',
  });
  await signInToConsole(page, side, desk.secret, '/history');
  const newest = main(page).getByRole('listitem').filter({ hasText: 'To be taken back' });
  await newest.getByRole('button', { name: /^Undo revision/ }).click();
  await dialog(page).getByRole('button', { name: 'Moved too early' }).click();
  await confirm(page, 'Undo').click();
  await expect(dialog(page)).toBeHidden();
  expect(await live()).toBe(first);
  await expect(main(page).getByText('“Moved too early”')).toBeVisible();

  await page.getByLabel('App').selectOption('mfe-auth');
  await expect(page).toHaveURL(/\/history\?app=mfe-auth$/);
  await expect(main(page).getByText('“Moved too early”')).toHaveCount(0);
  await button(page, 'Verify').click();
  await expect(page.getByText(/^The history holds: /)).toBeVisible();

  await page.getByRole('link', { name: 'Board', exact: true }).click();
  await page.getByLabel('Select mfe-auth').check();
  await page.getByLabel('Select mfe-ledger').check();
  const set = page.getByRole('region', { name: 'Release set' });
  await expect(set).toContainText('2 apps selected');
  await set.getByRole('button', { name: 'Promote' }).click();
  await dialog(page).getByLabel('Build of mfe-ledger').selectOption(third.build);
  await expect(dialog(page).getByText('There is no other build of mfe-auth')).toBeVisible();
  await expect(confirm(page, 'Promote')).toBeDisabled();
});

test('a token is made, seen once, and revoked', { tag: '@proof' }, async ({ page }) => {
  await signInToConsole(page, side, desk.secret, '/tokens');
  await button(page, 'Create a token').click();
  await dialog(page).getByLabel('Name').fill('ledger team');
  await dialog(page).getByLabel('Permission').selectOption('mfe-ledger');
  await confirm(page, 'Create a token').click();
  const secret = await dialog(page).getByText(/^tsr_/).textContent();
  await button(page, 'I have copied it').click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText(secret ?? '')).toHaveCount(0);
  const row = main(page).getByRole('listitem').filter({ hasText: 'ledger team' });
  await expect(row).toContainText('publish and move mfe-ledger');

  const asTeam = { authorization: `Bearer ${secret}` };
  await desk.call('GET', '/whoami', undefined, asTeam);
  await row.getByRole('button', { name: 'Revoke ledger team' }).click();
  await confirm(page, 'Revoke').click();
  await expect(row).toContainText('Revoked');
  await expect(desk.call('GET', '/whoami', undefined, asTeam)).rejects.toThrow('401');
});

test('a publisher moves their own app, and is told that others are not theirs', {
  tag: '@proof',
}, async ({ page }) => {
  await startAgain();
  const secret = await desk.token({
    name: 'auth team',
    scope: { kind: 'publisher', app: 'mfe-auth' },
  });
  await signInToConsole(page, side, secret, '/apps/mfe-ledger');
  await expect(page.getByText('Your token can release mfe-auth only.')).toBeVisible();
  await expect(button(page, 'Roll back')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Tokens' })).toHaveCount(0);
  await page.goto(`${side.adminUrl}/apps/mfe-auth`);
  await expect(button(page, 'Roll back')).toBeVisible();
});

test('a build that nobody has is looked at on the site, by a ticket and no URL', {
  tag: '@proof',
}, async ({ page, context }) => {
  await startAgain();
  await signInToConsole(page, side, desk.secret, '/apps/mfe-ledger');
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: `Open preview: ${short(third.build)}` }).click();
  const preview = await opened;
  await preview.getByRole('button', { name: 'Open the preview' }).click();
  await expect(preview.getByRole('heading', { name: 'Third Transactions' })).toBeVisible();
  expect(preview.url().startsWith(side.siteUrl)).toBe(true);
  expect(preview.url()).not.toContain('ticket');
  expect(await live()).toBe(first);
});

test('connection lost: what was read stays and says of when it is; it comes back by itself', {
  tag: '@proof',
}, async ({ page, context, expectComplaint }) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await signInToConsole(page, side, desk.secret);
  await expect(page.getByText('Connected', { exact: true }).first()).toBeVisible();
  await context.setOffline(true);
  await expect(main(page).getByRole('alert')).toContainText('Shown as of');
  await expect(page.getByRole('link', { name: 'mfe-ledger' })).toBeVisible();
  await context.setOffline(false);
  await expect(main(page).getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('Connection lost, trying again')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('from the open console to a roll back it is four taps', async ({ page }) => {
    await startAgain();
    await desk.change({
      kind: 'promote',
      builds: { 'mfe-ledger': second.build },
      reason: 'An incident begins',
    });
    await signInToConsole(page, side, desk.secret);
    await page.getByRole('link', { name: 'mfe-ledger' }).tap();
    await button(page, 'Roll back').tap();
    await dialog(page).getByRole('button', { name: 'Load failures' }).tap();
    await confirm(page, 'Roll back').tap();
    await expect(page.getByText(/^Rolled back mfe-ledger: revision \d+\.$/)).toBeVisible();
    expect(await live()).toBe(first);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
});

test('the same by keyboard: focus goes into the dialog, stays there, and comes back', async ({
  page,
}) => {
  await startAgain();
  await desk.change({
    kind: 'promote',
    builds: { 'mfe-ledger': second.build },
    reason: 'An incident begins',
  });
  await signInToConsole(page, side, desk.secret);
  await page.getByRole('link', { name: 'mfe-ledger' }).focus();
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused();
  const rollBack = button(page, 'Roll back');
  for (let step = 0; step < 5; step += 1) {
    if (await rollBack.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(rollBack).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Load failures' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(rollBack).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Load failures' })).toBeFocused();
  await expect(confirm(page, 'Roll back')).toBeEnabled();
  await page.keyboard.press('Space');
  await dialog(page).getByLabel('Why').press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(rollBack).toBeFocused();
  expect(await live()).toBe(first);
});

for (const width of proving ? [390, 1280] : [390]) {
  test(`nothing moves when numbers change, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await watchShifts(page);
    await signInToConsole(page, side, desk.secret);
    const build = (await live()) ?? '';
    // That a build fails is news, and has its place; more of it is but numbers.
    await report(build, 12);
    await counted(build, 12);
    await expect(main(page)).toContainText(/\d open tab/);
    for (const path of ['', '/apps/mfe-ledger']) {
      if (path !== '') {
        await page.getByRole('link', { name: 'mfe-ledger' }).click();
        // What comes by calls of its own.
        for (const name of ['Errors', 'Recent']) {
          await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
        }
      }
      await expect(main(page)).toContainText(path === '' ? 'open tab' : `${reported} of`);
      // What moved for the click is heard of after it.
      await shiftsOf(page);
      await page.evaluate(() => Reflect.get(window, 'shifts').splice(0));
      for (const failures of [1, 12]) {
        await report(build, failures);
        const { failed, all, tabs } = await counted(build, failures);
        // The board counts browsers, and who reports here is none that the site has served.
        const news = path === '' ? `${tabs} open tab` : `${failed} of ${all}`;
        await expect(main(page)).toContainText(news);
      }
      expect(await shiftsOf(page), path).toEqual([]);
    }
  });
}

/** What the board has counted of a build, once its failures are as many more as were reported. */
async function counted(build: string, more: number) {
  const health = async () => {
    const { builds, tabs } = await desk.board();
    const found = builds.find((each) => each.app === 'mfe-ledger' && each.build === build);
    const failed = found?.failures ?? 0;
    return { failed, all: failed + (found?.loads ?? 0), tabs };
  };
  reported += more;
  await expect.poll(async () => (await health()).failed).toBe(reported);
  return await health();
}
let reported = 0;

/** A tab's report, as the site takes it. */
async function report(build: string, failures: number): Promise<void> {
  const each = { app: 'mfe-ledger', build };
  const answer = await fetch(`${side.siteUrl}/releases/reports`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', origin: side.siteUrl },
    body: JSON.stringify({
      tab: crypto.randomUUID(),
      sequence: 0,
      channel: 'production',
      revision: 1,
      running: { 'mfe-ledger': build },
      loads: [each],
      failures: Array.from({ length: failures }, () => ({ ...each, kind: 'incomplete' })),
      leaving: false,
    }),
  });
  expect(answer.status).toBe(204);
}

test('axe finds nothing on any page, nor in a dialog, in either theme, on a phone or a desktop', async ({
  page,
}) => {
  // It looks at all pages four times.
  test.slow();
  await desk.change({
    kind: 'canary',
    builds: { 'mfe-ledger': third.build },
    ...{ percent: 5, steps: [25, 100] },
    reason: 'For the look of it',
  });
  await desk.call('PUT', '/channels/production/locks/mfe-auth', { reason: 'For the look of it' });
  await page.goto(side.adminUrl);
  await expect(page.getByLabel('Token', { exact: true })).toBeVisible();
  expect(await findings(page), 'sign-in').toEqual([]);
  await signInToConsole(page, side, desk.secret);
  await expect(page.getByRole('link', { name: 'mfe-ledger' })).toBeVisible();
  await page.getByLabel('Select mfe-auth').check();
  expect(await findings(page), 'board').toEqual([]);

  await page.getByRole('link', { name: 'mfe-ledger' }).click();
  await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible();
  expect(await findings(page), 'panel').toEqual([]);
  await page
    .getByRole('region', { name: 'Actions' })
    .getByRole('button', { name: 'Canary', exact: true })
    .click();
  await expect(confirm(page, 'Start the canary')).toBeEnabled();
  expect(await findings(page), 'dialog').toEqual([]);
  await button(page, 'Cancel').click();

  for (const name of ['History', 'Audit', 'Policy', 'Tokens']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(main(page).getByRole('listitem').first()).toBeVisible();
    expect(await findings(page), name).toEqual([]);
  }
  const reason = 'It was looked at';
  await desk.call('DELETE', '/channels/production/locks/mfe-auth', { reason });
  await desk.change({ kind: 'abort', apps: ['mfe-ledger'], recall: false, reason });
});

test('nothing moves while a page comes, whichever answer comes last', { tag: '@proof' }, async ({
  page,
}) => {
  const { builds } = (await desk.board()).current ?? {};
  const staged = { kind: 'promote', builds, reason: 'For the look of it' };
  const newest = { 'if-match': `"${await newestIn('staging')}"` };
  await desk.call('POST', '/channels/staging/revisions', staged, newest);
  await desk.call('POST', '/preview-links', { app: 'mfe-ledger', build: second.build });
  await signInToConsole(page, side, desk.secret);
  await watchShifts(page);
  const asked = new Set<string>();
  const open = new Set<Request>();
  const pathOf = (request: Request) => new URL(request.url()).pathname;
  page.on('request', (request) => {
    if (!/^\/v1\/(?!session|events)/.test(pathOf(request))) return;
    asked.add(pathOf(request));
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));

  const [channels, board] = ['/v1/channels', '/v1/channels/production'];
  const history = `${board}/revisions`;
  const approvals = `${board}/approvals`;
  const staging = `${channels}/staging`;
  const others = { [channels]: [staging] };
  // Below the board, once that has come.
  const below = ['timeline', 'trains', 'openings'].map((name) => `${board}/${name}`);
  below.push(`${staging}/openings`);
  const ofApp = ['errors', 'settings', 'webhook'].map((name) => `/v1/apps/mfe-ledger/${name}`);
  /** What a page asks for at first, and what it asks for once one of these is answered. */
  const pages: Record<string, [atOnce: string[], then: Record<string, string[]>]> = {
    '/': [
      [channels, board],
      {
        ...{ [channels]: [staging, ...below], [staging]: below },
        [board]: [approvals, ...below],
      },
    ],
    '/apps/mfe-ledger': [
      [channels, board, '/v1/builds'],
      {
        ...others,
        [board]: [
          ...[approvals, history, `${board}/timeline`, `${board}/slots`, '/v1/preview-links'],
          ...[`/v1/builds/mfe-ledger/${builds?.['mfe-ledger']}`, ...ofApp],
        ],
      },
    ],
    '/history': [[board, history, '/v1/builds'], {}],
    '/tokens': [['/v1/tokens', '/v1/trusts', '/v1/people/sessions'], {}],
  };
  for (const [path, [atOnce, then]] of Object.entries(pages)) {
    const calls = [...new Set([...atOnce, ...Object.values(then).flat()])];
    for (const late of calls) {
      const before = calls.filter((call) => !then[late]?.includes(call));
      const held = Promise.withResolvers<void>();
      const isLate = ({ pathname }: URL) => pathname === late;
      await page.route(isLate, (route) => held.promise.then(() => route.fallback()));
      // What the page before asked for has ended.
      await page.goto('about:blank');
      asked.clear();
      open.clear();
      await page.goto(`${side.adminUrl}${path}`);
      await expect.poll(() => [...asked].sort()).toEqual(before.sort());
      await expect.poll(() => [...open].map(pathOf)).toEqual([late]);
      await shiftsOf(page);
      held.resolve();
      await expect.poll(() => [...asked].sort()).toEqual([...calls].sort());
      await expect.poll(() => open.size).toBe(0);
      await expect(main(page).getByText('Please wait')).toHaveCount(0);
      expect(await shiftsOf(page), `${path} without ${late}`).toEqual([]);
      await page.unroute(isLate);
    }
  }
});
