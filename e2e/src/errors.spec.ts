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

test('errors of the site server and of a visitor stand in the console by themselves, by their lines in the source', async ({
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
  // Builds of other files in this house may have thrown as well.
  const thrown = errors.getByRole('listitem').filter({ hasText: 'TypeError: no account for …' });
  const places = thrown.locator('code').filter({ hasText: ':' });
  const asked = async () => {
    await fetch(house.siteUrl);
    return await thrown.allTextContents();
  };
  await expect.poll(asked).toEqual([expect.stringContaining('as the site server renders pages')]);
  await expect(places).toHaveText(['src/lists/latest.tsx:26']);

  const visitor = await context.newPage();
  const begun = performance.now();
  await visitor.goto(house.siteUrl);
  await expect(thrown.filter({ hasText: '1 browser' })).toBeVisible();
  const description = `${Math.round(performance.now() - begun)} ms after the visit began`;
  annotations.push({ type: 'in the console', description });
  // It is one error for both, since it is thrown in one function.
  await expect(places).toHaveText(['src/lists/latest.tsx:26']);
  await expect(thrown.getByTitle(broken.build)).toHaveCount(1);
});
