import { expect, type Page } from '@playwright/test';

/** What the sign-in page says, to the letter. */
export const says = {
  asking: 'Please Wait...',
  sent: 'OTP sent to Your Email. Please check (SPAM also)',
  notSent: 'Failed',
  success: 'Success. Please Wait...',
  wrong: 'Failed. Please Check OTP...',
  expired: 'This OTP is no longer valid.',
  signingOut: 'Signing you out. Please wait...',
};

/** Milliseconds that a page says that it signs out before it does. */
export const signOutDelay = 2_000;

/** The parts of the sign-in page, as people find them. */
export function signInPage(page: Page) {
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  return {
    email: page.getByLabel('E-mail'),
    otp: page.getByLabel('OTP'),
    getOtp: button('Get OTP'),
    proceed: button('Continue'),
    change: button('Change e-mail'),
    resend: button(/^Resend OTP/),
    status: page.getByRole('main').getByRole('status'),
    alert: page.getByRole('main').getByRole('alert'),
    said: (text: string) => page.getByText(text, { exact: true }),
  };
}

/** Types an address and asks for a code. */
export async function askForCode(page: Page, email: string, path = '/auth'): Promise<void> {
  const parts = signInPage(page);
  await page.goto(path);
  await parts.email.fill(email);
  await parts.getOtp.click();
  await expect(parts.said(says.sent)).toBeVisible();
}

/** Signs in with a code that is right, wherever it came from. */
export async function enterCode(page: Page, code: string): Promise<void> {
  const parts = signInPage(page);
  await parts.otp.fill(code);
  await parts.proceed.click();
  await expect(page).toHaveURL('/auth/next');
}
