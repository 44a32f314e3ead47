import { expect } from '@playwright/test';
import { runRelease } from './house/house.ts';
import { openDesk, signInToConsole } from './house/release-desk.ts';
import { currentRelease } from './house/release-site.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { stagingAddress, startStagingSite } from './house/staging-site.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';
import { variantOf } from './house/variant.ts';

// Two site servers over one registry: production's, and beside it, a process of its own, staging's.

let side: SideHouse;
let endStaging: () => Promise<unknown> = async () => {};
let stagingUrl: string;

test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  stagingUrl = await stagingAddress();
  side = await startSideHouse(sharedHouse(), { SITE_URLS: `staging=${stagingUrl}` });
  endStaging = await startStagingSite(side, stagingUrl);
});

test.afterAll(async () => {
  await endStaging();
  await side?.close();
});

test('what was tried in staging goes into production byte by byte', async ({
  page,
  context,
  expectComplaint,
}) => {
  // The browser complains about a site without a release, and a console where nobody is signed in yet.
  expectComplaint(/status of (503|401)/);
  const release = (...words: string[]) =>
    runRelease(side.environment, ...words, '--reason', 'tried in staging');
  const show = async (site: string, title: string) => {
    await page.goto(site);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  };
  await page.goto(stagingUrl);
  await expect(page.getByText('Nothing has been released in staging yet.')).toBeVisible();
  expect((await fetch(`${stagingUrl}/ready`)).status).toBe(503);

  await release('promote', '--from', 'production', '--channel', 'staging');
  const first = await currentRelease(side);
  const same = await currentRelease({ siteUrl: stagingUrl });
  expect([same.channel, same.shell, same.remotes]).toEqual(['staging', first.shell, first.remotes]);
  // The page asks again by itself, and would get in the way of a navigation.
  await expect(page.getByRole('heading', { name: 'Latest Transactions' })).toBeVisible();

  const second = await variantOf(side.dataDir, 'mfe-ledger', 'eeeeeeeeeeee', (script) =>
    script.replaceAll('Latest Transactions', 'Tried Transactions'),
  );
  await runRelease(side.environment, 'publish', second.folder);
  const desk = await openDesk(side);
  await signInToConsole(page, side, desk.secret, '/apps/mfe-ledger?channel=staging');
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: `Open preview: ${second.build.slice(-12, -5)}` }).click();
  const preview = await opened;
  await preview.getByRole('button', { name: 'Open the preview' }).click();
  await expect(preview.getByRole('heading', { name: 'Tried Transactions' })).toBeVisible();
  expect(new URL(preview.url()).origin).toBe(stagingUrl);
  await show(side.siteUrl, 'Latest Transactions');

  await release('promote', `mfe-ledger@${second.build}`, '--channel', 'staging');
  await show(side.siteUrl, 'Latest Transactions');
  await release('promote', 'mfe-ledger', '--from', 'staging');
  await show(side.siteUrl, 'Tried Transactions');
  const [after, there] = [
    await currentRelease(side),
    await currentRelease({ siteUrl: stagingUrl }),
  ];
  expect([after.channel, after.shell, after.remotes]).toEqual([
    'production',
    there.shell,
    there.remotes,
  ]);
});
