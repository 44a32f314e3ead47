import { expect, type Page } from '@playwright/test';
import { drawnByBrowser } from './house/drawn-by-browser.ts';
import { transfer } from './house/fixture-ledger.ts';
import { recordLines } from './house/record-lines.ts';
import { rowsOf } from './house/rows.ts';
import { shiftsOf, watchShifts } from './house/shifts.ts';
import { sharedHouse, test } from './house/test.ts';

const parties = [
  '/user/steady',
  '/creator/steady-college',
  '/consumer/steady-caller',
  '/checker/steady-proof',
] as const;
const lists = ['/', '/assets', '/transfers', ...parties] as const;
type List = (typeof lists)[number];
const calls = /\/(transfers|assets)\/list\//;

/** Older than all that other tests look at, by the number of the transfer. */
const longAgo = (n: number) => -700_000 + n;

/** The `n`th transfer on the list of a party. */
function ofParty(path: (typeof parties)[number], n: number) {
  const [, kind, id = ''] = path.split('/');
  const form = kind === 'creator' || kind === 'user' ? 'asset' : 'data';
  const cred = kind === 'user' ? 'steady-issuer' : id;
  const debt = kind === 'user' ? id : 'steady-owner';
  return transfer(`steady-${kind}-${n}`, longAgo(n), {
    feat: { form, sort: 'transfer' },
    cred,
    debt,
  });
}

const isParty = (path: List): path is (typeof parties)[number] => /.\//.test(path);

/**
 * A transfer that comes in on a list; null where none may. What comes in on the lists of everything
 * stays on top of what other tests look at: so few of them.
 */
function newcomer(path: List, width: number) {
  if (isParty(path)) return ofParty(path, width);
  if (path !== '/transfers' && width !== 1280) return null;
  return transfer(
    `steady-${width}-${lists.indexOf(path)}`,
    (Date.now() - Date.UTC(2024)) / 60_000,
    {
      feat: { form: 'asset', sort: 'transfer' },
      cred: 'steady-issuer',
      debt: 'steady-owner',
    },
  );
}

/** Each list call takes its time, longer than the half second in which CLS forgives an input. */
async function slowDown(page: Page): Promise<void> {
  await page.route(calls, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue().catch(() => {});
  });
}

/** Each kind of list once, half of them on a phone; `STEADY=all` is every list at both widths. */
const looks: Readonly<Record<number, readonly List[]>> =
  process.env.STEADY === 'all'
    ? { 1280: lists, 390: lists }
    : {
        1280: ['/assets', '/consumer/steady-caller'],
        390: ['/', '/transfers'],
      };

for (const width of [1280, 390]) {
  for (const path of looks[width] ?? []) {
    test(`${path} at ${width}: nothing shifts at first load, page turn, search, live insert and error`, async ({
      page,
      expectComplaint,
    }) => {
      expectComplaint(/status of 503/);
      await page.setViewportSize({ width, height: 900 });
      await watchShifts(page);
      await slowDown(page);
      // On the wide screen the page comes rendered.
      if (width === 390) await drawnByBrowser(page);
      await page.goto(path);
      await expect(rowsOf(page)).toHaveCount(10);
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      expect(await shiftsOf(page), 'first load').toEqual([]);

      const coming = newcomer(path, width);
      if (coming) {
        await recordLines(sharedHouse(), [coming]);
        const row = page.locator('tbody tr', {
          has: page.locator(`a[href="/tx/${coming.item}"]`),
        });
        await expect(row).toBeVisible();
        expect(await shiftsOf(page), 'live insert').toEqual([]);
        await recordLines(sharedHouse(), [{ ...coming, stat: 7 }]);
        await expect(row.locator('[data-colour=danger]')).toBeVisible();
        expect(await shiftsOf(page), 'live update').toEqual([]);
      }

      await page.getByRole('link', { name: 'Next', exact: true }).click();
      await expect(page.getByText(/(^|: )11 - 20 of [\d,]+$/)).toBeVisible();
      await page.getByRole('link', { name: 'Last', exact: true }).click();
      await expect(page.locator('[data-stale]')).toHaveCount(0);
      expect(await shiftsOf(page), 'page turn').toEqual([]);

      await page.getByRole('searchbox').fill('nobody at all');
      await expect(page.getByText('Nothing matches “nobody at all”.')).toBeVisible();
      expect(await shiftsOf(page), 'nothing found').toEqual([]);

      await page.route(calls, (route) =>
        route.fulfill({
          status: 503,
          headers: { 'access-control-allow-origin': '*' },
          json: { code: 503, error: 'The ledger rests.' },
        }),
      );
      await page.getByRole('searchbox').fill('');
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await shiftsOf(page), 'error').toEqual([]);
    });
  }
}

test.beforeAll(async () => {
  await recordLines(sharedHouse(), [
    { record: 'party', kind: 'creator', id: 'steady-college', name: 'Steady College' },
    { record: 'party', kind: 'creator', id: 'steady-issuer', name: 'Steady Issuer' },
    { record: 'party', kind: 'consumer', id: 'steady-caller', name: 'Steady Caller' },
    { record: 'party', kind: 'checker', id: 'steady-proof', name: 'Steady Proof' },
    { record: 'party', kind: 'user', id: 'steady', name: 'Stella Steady' },
    { record: 'party', kind: 'user', id: 'steady-owner', name: 'Otto Owner' },
    ...parties.flatMap((path) => Array.from({ length: 23 }, (_, n) => ofParty(path, n))),
  ]);
});

test('at twice the text size on a phone nothing is wider than the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  for (const path of ['/transfers', '/assets?page=2']) {
    await page.goto(path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expect(rowsOf(page).first()).toBeVisible();
    const over = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    await expect.poll(() => page.evaluate(over), path).toBe(0);
  }
});

test('with reduced motion nothing is animated, and on paper only the rows and their range stay', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/user/ada');
  await expect(rowsOf(page)).toHaveCount(10);
  await expect
    .poll(() =>
      page.evaluate(
        () => document.getAnimations().filter((each) => each.playState === 'running').length,
      ),
    )
    .toBe(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('1 - 10 of 23', { exact: true })).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Next' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden();
  await expect(rowsOf(page).first()).toBeVisible();
});
