import { expect } from '@playwright/test';
import { test } from './house/beside.ts';
import { comesLive } from './house/comes-live.ts';
import { openDesk, signInToConsole } from './house/release-desk.ts';
import { publish, release } from './house/release-site.ts';
import type { SideHouse } from './house/side-house.ts';
import { houseTimeout } from './house/test.ts';
import { addMaps, type Variant, variantOf } from './house/variant.ts';

let house: SideHouse;
let broken: Variant;

test.beforeAll(async ({ side }) => {
  test.setTimeout(houseTimeout);
  house = side;
  const page = '"/":{Component:function(){';
  const fault = "throw new TypeError('no account for ann@example.org');";
  broken = await variantOf(house.dataDir, 'mfe-ledger', 'e44045000001', (text) =>
    text.replace(page, page + fault),
  );
  await addMaps(broken);
  await publish(house, broken);
  await release(house, 'promote', `mfe-ledger@${broken.build}`);
  await comesLive(house, broken.app, broken.build);
});
test.afterAll(() => release(house, 'rollback', 'mfe-ledger'));

test('an error of the site server, then of a visitor, is one in the console, by its line in the source', async ({
  page,
  context,
  expectComplaint,
}, { annotations }) => {
  expectComplaint(/no account for|status of 401/);
  const { secret } = await openDesk(house);
  await signInToConsole(page, house, secret, '/apps/mfe-ledger');
  const errors = page
    .getByRole('main')
    .locator('section', { has: page.getByRole('heading', { name: 'Errors' }) });
  // The server renders a page of each build that is released.
  await expect(errors).toContainText('TypeError: no account for …');
  await expect(errors).toContainText('as the site server renders pages');
  await expect(errors.locator('code')).toHaveText(['src/lists/latest.tsx:16']);

  const visitor = await context.newPage();
  const begun = performance.now();
  await visitor.goto(house.siteUrl);
  await expect(errors).toContainText('1 browser');
  const description = `${Math.round(performance.now() - begun)} ms after the visit began`;
  annotations.push({ type: 'in the console', description });
  await expect(errors.locator('code')).toHaveText(['src/lists/latest.tsx:16']);
  await expect(errors.getByTitle(broken.build)).toBeVisible();
});
