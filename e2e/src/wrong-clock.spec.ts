import { expect, type Page } from '@playwright/test';
import { transfer } from './house/fixture-ledger.ts';
import { openPage } from './house/open-page.ts';
import { recordLines } from './house/record-lines.ts';
import { openDesk, signInToConsole } from './house/release-desk.ts';
import { rowsOf } from './house/rows.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';
import { wrongClocks } from './house/wrong-clocks.ts';

const list = '/user/clock-cora';
const timeOf = (page: Page) => rowsOf(page).first().locator('time').first();

test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  const fiveMinutesAgo = (Date.now() - Date.UTC(2024)) / 60_000 - 5;
  const asset = { feat: { form: 'asset', sort: 'transfer' }, cred: 'clock-college' };
  await recordLines(sharedHouse(), [
    { record: 'party', kind: 'creator', id: 'clock-college', name: 'Clock College' },
    { record: 'party', kind: 'user', id: 'clock-cora', name: 'Cora Clock' },
    transfer('clock-1', fiveMinutesAgo, { ...asset, debt: 'clock-cora' }),
  ]);
});

for (const [how, by] of wrongClocks) {
  test(`a browser whose clock is ${how} says how long ago something was by the site's clock, in each tab`, async ({
    page,
    context,
  }) => {
    await page.clock.install({ time: Date.now() + by });
    await openPage(page, list);
    await page.getByRole('combobox', { name: 'Times' }).selectOption('relative');
    await expect(timeOf(page)).toHaveText(/^\d+ minutes ago$/);
    // It has the news from the first.
    const second = await context.newPage();
    await second.goto(list);
    await expect(timeOf(second)).toHaveText(/^\d+ minutes ago$/);
  });

  test(`the console says so too where the clock is ${how}`, async ({ page, expectComplaint }) => {
    // Nobody is signed in yet.
    expectComplaint(/status of 401/);
    const house = sharedHouse();
    const { secret } = await openDesk(house);
    await page.clock.install({ time: Date.now() + by });
    await signInToConsole(page, house, secret, '/history');
    await expect(page.getByRole('main').locator('time').first()).toHaveText(
      /^\d+ (second|minute|hour)s? ago$/,
    );
  });
}
