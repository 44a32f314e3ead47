import { type Browser, expect, type Page } from '@playwright/test';
import { runRelease } from './house/house.ts';
import { type PeopleHouse, startPeopleHouse } from './house/people-house.ts';
import { type Desk, openDesk } from './house/release-desk.ts';
import { houseTimeout, test } from './house/test.ts';
import { variantOf } from './house/variant.ts';

// People of a real identity provider on this machine, by its own pages.

let side: PeopleHouse;
let desk: Desk;

test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  const people = {
    maria: { name: 'Maria Lopez', groups: ['releases'] },
    ben: { name: 'Ben Okoro', groups: ['releases'] },
  };
  side = await startPeopleHouse(people, { releases: 'manager' });
  desk = await openDesk(side);
});

test.afterAll(() => side?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function newPage(browser: Browser): Promise<Page> {
  return await (await browser.newContext()).newPage();
}

test('what one person asks for goes live once another one approves it', async ({
  page,
  browser,
  expectComplaint,
}) => {
  // Nobody is signed in at first; and what waits is refused.
  expectComplaint(/status of (401|409)/);
  // The pages of the provider ask for a font of the internet.
  expectComplaint(/net::ERR_(NAME_NOT_RESOLVED|INTERNET_DISCONNECTED)/);
  const second = await variantOf(side.dataDir, 'mfe-ledger', 'abababababab', (script) =>
    script.replaceAll('Latest Transactions', 'Approved Transactions'),
  );
  await runRelease(side.environment, 'publish', second.folder);
  const rule = { asks: true, reason: 'Two pairs of eyes' };
  await desk.call('PUT', '/channels/production/approvals', rule);
  const live = async () => (await desk.board()).current?.builds['mfe-ledger'];
  const first = await live();

  await side.signIn(page, 'maria');
  await expect(button(page, 'Maria Lopez (maria@example.org)')).toBeVisible();
  expect(page.url()).toBe(`${side.adminUrl}/`);
  await page.goto(`${side.adminUrl}/apps/mfe-ledger`);
  await button(page, /^Promote: .*abababa$/).click();
  const dialog = page.getByRole('dialog');
  await button(page, 'Planned release').click();
  await dialog.getByRole('button', { name: 'Promote', exact: true }).click();
  await expect(dialog.getByText(/production asks for a second person: this waits/)).toBeVisible();
  expect(await live()).toBe(first);

  const other = await newPage(browser);
  await side.signIn(other, 'ben');
  const approve = 'Approve the change of mfe-ledger by Maria Lopez (maria@example.org)';
  await button(other, approve).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect.poll(live).toBe(second.build);
  const { current } = await desk.board();
  expect(current?.by).toBe(
    'Maria Lopez (maria@example.org), approved by Ben Okoro (ben@example.org)',
  );
  await other.context().close();
});
