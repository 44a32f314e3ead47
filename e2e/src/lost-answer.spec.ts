import { expect, type Page } from '@playwright/test';
import { type CutLine, startCutLine } from './house/cut-line.ts';
import { readCode } from './house/outbox.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { askForCode, says, signInPage } from './house/sign-in-page.ts';
import { test as base, houseTimeout, sharedHouse } from './house/test.ts';

// A check whose connection is really cut, after it reached the service and before the answer.

const test = base.extend<object, { line: CutLine; side: SideHouse }>({
  line: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const line = await startCutLine();
      await use(line);
      await line.close();
    },
    { scope: 'worker' },
  ],
  side: [
    async ({ line }, use) => {
      const side = await startSideHouse(sharedHouse(), { LEDGER_URL: line.url });
      line.connect(side.ledgerUrl);
      await use(side);
      await side.close();
    },
    { scope: 'worker', timeout: houseTimeout },
  ],
  baseURL: async ({ side }, use) => use(side.siteUrl),
});
test.describe.configure({ mode: 'serial' });
test.beforeEach(({ expectComplaint }) => expectComplaint(/ERR_|status of 403/));

/** Gets a code and sends it; it is right, and the answer is lost. Answers the code. */
async function loseAnswer(page: Page, side: SideHouse, line: CutLine, email: string) {
  const { otp, proceed, said, alert } = signInPage(page);
  await askForCode(page, email);
  const code = await readCode({ ...sharedHouse(), ledgerUrl: side.ledgerUrl }, email);
  const before = line.lost();
  line.cut('/sandbox/code.check');
  await otp.fill(code);
  await proceed.click();
  await expect(said(says.wrong)).toBeVisible();
  await expect(alert).toContainText('The ledger service cannot be reached.');
  expect(line.lost()).toBeGreaterThan(before);
  line.cut(null);
  return code;
}

test('a right code whose answer was lost is sent again, and leads on', { tag: '@proof' }, async ({
  page,
  side,
  line,
}) => {
  const email = 'lou@example.org';
  const code = await loseAnswer(page, side, line, email);
  // It did arrive: the code is used up for everybody else.
  const kept = await page.evaluate(() => sessionStorage.getItem('tallystick:sign-in') ?? '{}');
  const { trxn } = JSON.parse(kept).sent;
  const answer = await page.request.post(`${side.ledgerUrl}/sandbox/code.check`, {
    headers: { authorization: 'public-local' },
    data: { data: { user: email, trxn, code } },
  });
  expect([answer.status(), await answer.json()]).toMatchObject([403, { triesLeft: 0 }]);

  await signInPage(page).proceed.click();
  await expect(page).toHaveURL('/auth/next');
  await expect(page.getByText(email)).toBeVisible();
});

test('so it is after a reload, when the code is typed again', { tag: '@proof' }, async ({
  page,
  side,
  line,
}) => {
  const email = 'liv@example.org';
  const code = await loseAnswer(page, side, line, email);
  await page.reload();
  const { otp, proceed } = signInPage(page);
  await expect(otp).toHaveValue('');
  await otp.fill(code);
  await proceed.click();
  await expect(page).toHaveURL('/auth/next');
});
