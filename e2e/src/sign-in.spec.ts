import { expect } from '@playwright/test';
import * as v from 'valibot';
import { holdTimers } from './house/held-timers.ts';
import { openPage } from './house/open-page.ts';
import { readCode } from './house/outbox.ts';
import { askForCode, enterCode, says, signInPage, signOutDelay } from './house/sign-in-page.ts';
import { sharedHouse, test } from './house/test.ts';

// These speak to the real service and read codes from its outbox; sign-in-branches.spec.ts goes
// every other way.

test('somebody signs in by a code from the outbox, is known, and signs out', async ({ page }) => {
  const email = 'ada@example.org';
  const { getOtp, email: field, otp, proceed, said } = signInPage(page);
  const endTimers = await holdTimers(page, signOutDelay);
  await page.goto('/auth');
  await expect(field).toBeFocused();
  await expect(getOtp).toBeDisabled();
  await field.fill('nobody');
  await expect(getOtp).toBeDisabled();
  await expect(otp).toBeHidden();
  await askForCode(page, email);
  await expect(field).toHaveJSProperty('readOnly', true);
  await expect(otp).toBeFocused();
  await expect(proceed).toBeDisabled();
  const code = await readCode(sharedHouse(), email);
  await enterCode(page, ` ${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What you can do now' })).toBeVisible();
  await expect(said(says.asking)).toBeHidden();

  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  await page.goto('/auth');
  await expect(page).toHaveURL('/auth/next');
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/auth/x');
  await expect(page.getByText(says.signingOut)).toBeVisible();
  await endTimers();
  await expect(page).toHaveURL('/');
  await page.goto('/auth/next');
  await expect(page).toHaveURL('/auth');
});

test('a wrong code says so and costs a try, and the right one still works', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 403/);
  const email = 'ben@example.org';
  const { otp, proceed, said } = signInPage(page);
  await askForCode(page, email, '/auth/mail');
  await expect(page.getByText(/5 attempts left/)).toBeVisible();
  const code = await readCode(sharedHouse(), email);
  await otp.fill(code === '123456' ? '654321' : '123456');
  await proceed.click();
  await expect(said(says.wrong)).toBeVisible();
  await expect(page.getByText(/4 attempts left/)).toBeVisible();
  await expect(otp).toBeFocused();
  await enterCode(page, code);
});

test('somebody signs in with the keyboard alone', async ({ page }) => {
  const email = 'kim@example.org';
  const { otp, said } = signInPage(page);
  await openPage(page, '/');
  await page.getByRole('link', { name: 'Account' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/auth/mail');
  await expect(signInPage(page).email).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(said(says.sent)).toBeVisible();
  await expect(otp).toBeFocused();
  await page.keyboard.type(await readCode(sharedHouse(), email));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/auth/next');
  await page.getByRole('link', { name: 'Sign out' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('somebody signs in, and nothing is wider than the screen', async ({ page }) => {
    const email = 'pat@example.org';
    await askForCode(page, email, '/auth/mail');
    const wide = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
    expect(await wide()).toBe(false);
    await enterCode(page, await readCode(sharedHouse(), email));
    expect(await wide()).toBe(false);
    await expect(page.getByText(email)).toBeVisible();
  });
});

test('nothing of a sign-in stands in the console or in an address', async ({ page }) => {
  const email = 'quiet@example.org';
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  page.on('request', (request) => lines.push(request.url()));
  page.on('framenavigated', (frame) => lines.push(frame.url()));
  const tokens: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().includes('accounts:signUp')) return;
    const { idToken, refreshToken } = v.parse(
      v.object({ idToken: v.string(), refreshToken: v.string() }),
      await response.json(),
    );
    tokens.push(idToken, refreshToken);
  });
  await askForCode(page, email);
  const code = await readCode(sharedHouse(), email);
  await enterCode(page, code);
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => tokens).toHaveLength(2);
  for (const secret of [email, 'quiet', code, ...tokens]) {
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  }
});

test('signing out without having signed in leads home', async ({ page }) => {
  await page.goto('/auth/x');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Latest Transactions' })).toBeVisible();
});
