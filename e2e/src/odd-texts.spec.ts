import { expect, type Page } from '@playwright/test';
import { transfer } from './house/fixture-ledger.ts';
import { openPage } from './house/open-page.ts';
import { recordLines } from './house/record-lines.ts';
import { sharedHouse, test } from './house/test.ts';

const hebrew = 'אוניברסיטת ירושלים החדשה למדעים ולאמנויות';

test.beforeAll(async () => {
  const vars = [{ name: 'Address', memo: '', data: 'First line\nSecond line\nThird line' }];
  await recordLines(sharedHouse(), [
    { record: 'party', kind: 'consumer', id: 'odd-short', name: 'ירושלים' },
    { record: 'party', kind: 'user', id: 'odd-Long', name: hebrew },
    transfer('odd-1', 1, {
      ...{ feat: { form: 'data', sort: 'transfer' }, cred: 'odd-short', debt: 'odd-Long', vars },
    }),
  ]);
});

/** Where the letters of the links to parties stand, and where their row does. */
const places = (page: Page) =>
  page
    .getByRole('table', { name: 'Transactions' })
    .getByRole('row')
    .nth(1)
    .evaluate((row) => {
      const edges = ({ left, right }: DOMRect) => ({ left, right });
      const names = [...row.querySelectorAll('a bdi')].map((name) => {
        const letters = document.createRange();
        letters.selectNodeContents(name);
        const link = name.parentElement ?? name;
        return {
          ...edges(letters.getBoundingClientRect()),
          link: edges(link.getBoundingClientRect()),
        };
      });
      return { row: edges(row.getBoundingClientRect()), names };
    });

for (const width of [320, 360, 1280]) {
  test(`names from right to left begin where others do, in their row, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, '/user/odd-Long');
    const { row, names } = await places(page);
    expect(names).toHaveLength(2);
    for (const { left, right, link } of names) {
      expect(link.left).toBeGreaterThanOrEqual(row.left);
      expect(link.right).toBeLessThanOrEqual(row.right);
      // One that is cut is so at its end, which is at the left.
      expect(Math.abs(left - link.left) < 1 || Math.abs(right - link.right) < 1).toBe(true);
    }
    const [short] = names;
    expect(Math.abs((short?.left ?? 0) - (short?.link.left ?? Number.NaN))).toBeLessThan(1);
  });
}

test('a value keeps the ends of its lines', async ({ page }) => {
  await openPage(page, '/tx/odd-1');
  const value = page.getByRole('table', { name: 'Data' }).getByText('First line');
  const { height = 0 } = (await value.boundingBox()) ?? {};
  const line = await value.evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(Math.round(height / line)).toBe(3);
});

test('an id in another case leads to the only party that has it', async ({
  page,
  expectComplaint,
}) => {
  // The browser itself writes a line for each answer of 404.
  expectComplaint(/status of 404/);
  await openPage(page, '/user/ODD-long');
  await expect(page).toHaveURL('/user/odd-Long');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hebrew);
});
