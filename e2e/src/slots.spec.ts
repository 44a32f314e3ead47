import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test } from './house/beside.ts';
import { comesLive } from './house/comes-live.ts';
import { publishHandMade } from './house/hand-made.ts';
import { runRelease } from './house/house.ts';
import { openPage } from './house/open-page.ts';
import { type Desk, openDesk, signInToConsole } from './house/release-desk.ts';
import { currentRelease, openFollowing } from './house/release-site.ts';
import type { SideHouse } from './house/side-house.ts';
import { houseTimeout } from './house/test.ts';

// A page with a slot and an unsaved text; two other apps bring widgets into the slot.

test.describe.configure({ mode: 'serial' });

const slot = 'mfe-desk:beside';
const apps = ['mfe-desk', 'mfe-slips', 'mfe-marks'];
let house: SideHouse;
let desk: Desk;
const builds: Record<string, string> = {};

const pageOf = (name: string) => `{
  './routes': () => ({ routes: {
    '/desk': { Component() {
      const [words, setWords] = react.useState('');
      const blocker = router.useBlocker(words !== '');
      return h('div', null,
        h('h1', null, 'Desk ${name}'),
        h('label', null, 'Words ', h('input', { value: words, onChange: (e) => setWords(e.target.value) })),
        blocker.state === 'blocked' && h('p', { role: 'alert' }, 'Not saved. ',
          h('button', { onClick: () => blocker.proceed() }, 'Leave'),
          h('button', { onClick: () => blocker.reset() }, 'Stay')),
        h(router.Link, { to: '/desk/next' }, 'Next'),
        h('section', { 'aria-label': 'Beside' }, h(composition.Slot, { name: '${slot}', props: { id: '7' } })));
    } },
    '/desk/next': { Component: () => h('h1', null, 'Next ${name}') },
  } }),
}`;
const widgetOf = (app: string, expose: string, words: string) => `{
  './routes': () => ({ routes: { '/${app.slice(4)}': { Component: () => h('h1', null, '${app}') } } }),
  '${expose}': () => ({ Widget: ({ id }) => h('p', null, '${words} ' + id) }),
}`;

test.beforeAll(async ({ side }) => {
  test.setTimeout(houseTimeout);
  house = side;
  desk = await openDesk(house);
  const within = await mkdtemp(join(house.dataDir, 'hand-made-'));
  const make = async (name: string, given: Parameters<typeof publishHandMade>[2]) => {
    builds[name] = await publishHandMade(house, within, given);
  };
  const page = { app: 'mfe-desk', paths: ['/desk', '/desk/next'], more: { slots: ['beside'] } };
  await make('desk', { ...page, version: '1.0.0', modules: pageOf('one') });
  await make('desk two', { ...page, version: '1.1.0', modules: pageOf('two') });
  const slips = (words: string) => widgetOf('mfe-slips', './slip', words);
  const bring = (expose: string, order: number) => ({
    exposes: [expose],
    brings: [{ slot, expose, order }],
  });
  const ofSlips = { app: 'mfe-slips', paths: ['/slips'], more: bring('./slip', 20) };
  await make('slips', { ...ofSlips, version: '1.0.0', modules: slips('Slip one') });
  await make('slips two', { ...ofSlips, version: '1.1.0', modules: slips('Slip two') });
  await make('marks', {
    app: 'mfe-marks',
    version: '1.0.0',
    paths: ['/marks'],
    more: bring('./mark', 10),
    modules: widgetOf('mfe-marks', './mark', 'Mark one'),
  });
  await promote({ 'mfe-desk': 'desk', 'mfe-slips': 'slips', 'mfe-marks': 'marks' });
});
test.afterAll(async () => {
  await desk.change({ kind: 'remove', apps, reason: 'the test is over' });
});
test.beforeEach(({ expectComplaint }) => expectComplaint(/Failed to load resource/));

async function promote(wanted: Record<string, string>): Promise<void> {
  const named = Object.entries(wanted).map(([app, name]) => [app, builds[name] ?? ''] as const);
  await desk.change({ kind: 'promote', builds: Object.fromEntries(named), reason: 'a test' });
  for (const [app, build] of named) await comesLive(house, app, build);
}
async function takeBack(app: string): Promise<void> {
  const reason = 'it is wrong';
  await desk.change({ kind: 'rollback', apps: [app], to: {}, recall: true, reason });
}
const beside = (page: Page) => page.getByRole('region', { name: 'Beside' }).locator('p');
/** Pages get the release that the registry has. */
async function comesArranged(hidden: string[] | undefined): Promise<void> {
  const arranged = async () => (await currentRelease(house)).slots?.[slot]?.hidden;
  await expect.poll(arranged).toEqual(hidden);
}

test('two apps bring into the slot of a third; a manager hides one, and takes that back', async ({
  page,
}) => {
  const address = `${house.siteUrl}/desk`;
  await openPage(page, address);
  await expect(beside(page)).toHaveText(['Mark one 7', 'Slip one 7']);

  await signInToConsole(page, house, desk.secret, '/apps/mfe-desk');
  await page.getByRole('button', { name: 'Hide: mfe-marks/mark' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('hidden: mfe-marks/mark')).toBeVisible();
  await dialog.getByRole('textbox').fill('It is too slow');
  await dialog.getByRole('button', { name: 'Arrange', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Show: mfe-marks/mark' })).toBeVisible();
  await comesArranged(['mfe-marks/mark']);
  await openPage(page, address);
  await expect(beside(page)).toHaveText(['Slip one 7']);

  const listed = await runRelease(house.environment, 'slots', 'mfe-desk');
  expect(listed).toMatch(
    /mfe-desk:beside\n.*\n.*mfe-marks\/mark.*hidden\n.*mfe-slips\/slip.*shown/,
  );
  const { current } = await desk.board();
  const revision = current?.revision ?? 0;
  await desk.change({ kind: 'undo', revision, recall: false, reason: 'It is not' });
  await comesArranged(undefined);
  await runRelease(
    ...[house.environment, 'slots', 'order', slot, 'mfe-slips/slip', '--reason', 'slips first'],
  );
  await expect.poll(async () => (await currentRelease(house)).slots?.[slot]?.order).toHaveLength(1);
  await openPage(page, address);
  await expect(beside(page)).toHaveText(['Slip one 7', 'Mark one 7']);
  await runRelease(house.environment, 'slots', 'order', slot, '--reason', 'as they say it');
  await comesArranged(undefined);
});

test('the recall of what one of them brings replaces it in an open tab, and nothing around it', async ({
  page,
}) => {
  await promote({ 'mfe-slips': 'slips two' });
  await openFollowing(page, `${house.siteUrl}/desk`);
  await expect(beside(page)).toHaveText(['Mark one 7', 'Slip two 7']);
  await page.getByLabel('Words').fill('typed');
  await takeBack('mfe-slips');
  await expect(beside(page)).toHaveText(['Mark one 7', 'Slip one 7']);
  await expect(page.getByLabel('Words')).toHaveValue('typed');
});

test('what is unsaved holds back a link, Back, and with them the next release', async ({
  page,
}) => {
  await openFollowing(page, `${house.siteUrl}/desk`);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Next one' })).toBeVisible();
  await page.goBack();
  await page.getByLabel('Words').fill('typed');
  await page.goForward();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Not saved');
  await expect(page).toHaveURL(/\/desk$/);
  await alert.getByRole('button', { name: 'Stay' }).click();
  await promote({ 'mfe-desk': 'desk two' });
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(alert).toContainText('Not saved');
  await expect(page.getByRole('heading', { name: 'Desk one' })).toBeVisible();
  await expect(page.getByLabel('Words')).toHaveValue('typed');
  await alert.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Next two' })).toBeVisible();
});

test('what is unsaved in a recalled page is handed over to be copied', async ({ page }) => {
  await openFollowing(page, `${house.siteUrl}/desk`);
  await expect(page.getByRole('heading', { name: 'Desk two' })).toBeVisible();
  await page.getByLabel('Words').fill('typed for long');
  await takeBack('mfe-desk');
  await expect(page.getByRole('heading', { name: 'Desk one' })).toBeVisible();
  const notices = page.getByRole('region', { name: 'Version of the site' });
  await expect(notices.getByRole('textbox', { name: 'Words' })).toHaveValue('typed for long');
  await notices.getByRole('button', { name: 'Done' }).click();
  await expect(notices.getByRole('textbox')).toHaveCount(0);
});
