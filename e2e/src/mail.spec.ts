import { expect, type Locator, type Page } from '@playwright/test';
import { findings } from './house/findings.ts';
import { holdTimers } from './house/held-timers.ts';
import { openPage } from './house/open-page.ts';
import { postTest, wrongCode } from './house/post.ts';
import { askForCode, enterCode, says, signInPage, signOutDelay } from './house/sign-in-page.ts';

// From the e-mail to /auth/next, with the mail read from a real mail server.

const test = postTest();
test.describe.configure({ mode: 'serial' });
test.beforeEach(({ expectComplaint }) => expectComplaint(/status of 403/));

test('somebody signs in by a code from a real mail server, and the service is told', async ({
  page,
  post,
}) => {
  const email = 'mia@example.org';
  const told = (method: string) =>
    page.waitForResponse(
      (response) =>
        response.url() === `${post.side.ledgerUrl}/session` &&
        response.request().method() === method,
    );
  const signedIn = told('POST');
  await askForCode(page, email);
  await enterCode(page, await post.codeFor(email));
  await expect(page.getByText(email)).toBeVisible();
  expect((await signedIn).status()).toBe(204);

  const signedOut = told('DELETE');
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  expect((await signedOut).status()).toBe(204);
});

test('axe finds nothing at any step, in either theme, on a phone or a desktop', async ({
  page,
  post,
}) => {
  const email = 'axl@example.org';
  const { email: field, otp, proceed, said } = signInPage(page);
  const step = async (name: string) => expect(await findings(page), name).toEqual([]);
  const endTimers = await holdTimers(page, signOutDelay);
  await page.goto('/auth');
  await expect(field).toBeFocused();
  await step('the e-mail');
  await askForCode(page, email);
  await step('the code');
  const code = await post.codeFor(email);
  await otp.fill(wrongCode(code));
  await proceed.click();
  await expect(said(says.wrong)).toBeVisible();
  await step('a wrong code');
  await enterCode(page, code);
  await expect(page.getByText(email)).toBeVisible();
  await step('signed in');
  await page.route('**/accounts:**', () => {});
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page.getByText(says.signingOut)).toBeVisible();
  await endTimers();
  await page.unroute('**/accounts:**');
  await expect(page).toHaveURL('/');
});

/** Presses Tab until the focus is there, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target}`);
}

test('with the keyboard alone, a wrong address and a wrong code included', {
  tag: '@proof',
}, async ({ page, post }) => {
  const email = 'kai@example.org';
  const { email: field, otp, change, said } = signInPage(page);
  await openPage(page, '/');
  await tabTo(page, page.getByRole('link', { name: 'Account' }));
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('kay@example.org');
  await page.keyboard.press('Enter');
  await expect(said(says.sent)).toBeVisible();
  await expect(otp).toBeFocused();

  await tabTo(page, change, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(email);
  await tabTo(page, signInPage(page).getOtp);
  await page.keyboard.press('Space');
  await expect(otp).toBeFocused();

  const code = await post.codeFor(email);
  await page.keyboard.type(wrongCode(code));
  await page.keyboard.press('Enter');
  await expect(said(says.wrong)).toBeVisible();
  await expect(otp).toBeFocused();
  // The wrong one is selected: what is typed takes its place.
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/auth/next');
  await expect(page.getByText(email)).toBeVisible();

  await tabTo(page, page.getByRole('link', { name: 'Sign out' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('with the thumb: nothing is wider than the screen or too small to hit', async ({
    page,
    post,
  }) => {
    const email = 'pia@example.org';
    const { email: field, getOtp, otp, proceed, said } = signInPage(page);
    const fits = async () => {
      const { wide, small } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        small: [...document.querySelectorAll('main :is(button, input)')]
          .map((element) => element.getBoundingClientRect().height)
          .filter((height) => height < 36),
      }));
      expect([wide, small]).toEqual([false, []]);
    };
    await page.goto('/');
    await page.getByRole('link', { name: 'Account' }).tap();
    await field.tap();
    await page.keyboard.type(email);
    await fits();
    await getOtp.tap();
    await expect(said(says.sent)).toBeVisible();
    await expect(otp).toHaveAttribute('inputmode', 'numeric');
    await fits();
    const code = await post.codeFor(email);
    await otp.tap();
    await page.keyboard.type(wrongCode(code));
    await proceed.tap();
    await expect(said(says.wrong)).toBeVisible();
    await fits();
    await page.keyboard.type(code);
    await proceed.tap();
    await expect(page).toHaveURL('/auth/next');
    await expect(page.getByText(email)).toBeVisible();
    await fits();
    await page.getByRole('link', { name: 'Sign out' }).tap();
    await expect(page).toHaveURL('/');
  });
});

test('there is no outbox where there is a mail server', async ({ request, post }) => {
  const answer = await request.get(`${post.side.ledgerUrl}/sandbox/outbox`);
  expect(answer.status()).toBe(404);
});
