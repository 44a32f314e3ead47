import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { sharedHouse, test } from './house/test.ts';

const outboxSchema = v.object({
  messages: v.array(v.object({ to: v.string(), text: v.string() })),
});

/** The newest code that was sent to an address, from the local outbox. */
async function readCode(page: Page, email: string): Promise<string> {
  const response = await page.request.get(`${sharedHouse().ledgerUrl}/sandbox/outbox`, {
    headers: { accept: 'application/json' },
  });
  const { messages } = v.parse(outboxSchema, await response.json());
  const message = messages.find(({ to }) => to === email);
  return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
}

async function askForCode(page: Page, email: string): Promise<string> {
  await page.goto('/auth');
  const getOtp = page.getByRole('button', { name: 'Get OTP' });
  await expect(getOtp).toBeDisabled();
  await page.getByLabel('E-mail').fill('nobody');
  await expect(getOtp).toBeDisabled();
  await page.getByLabel('E-mail').fill(email);
  await getOtp.click();
  await expect(
    page.getByText('OTP sent to Your Email. Please check (SPAM also)', { exact: true }),
  ).toBeVisible();
  return await readCode(page, email);
}

test('somebody signs in by a code from the outbox, is known, and signs out', async ({ page }) => {
  const email = 'ada@example.org';
  const code = await askForCode(page, email);
  await expect(page.getByLabel('E-mail')).toHaveJSProperty('readOnly', true);
  const proceed = page.getByRole('button', { name: 'Continue' });
  await expect(proceed).toBeDisabled();
  await page.getByLabel('OTP').fill(` ${code.slice(0, 3)} ${code.slice(3)}`);
  await proceed.click();
  await expect(page).toHaveURL('/auth/next');
  await expect(page.getByText(email)).toBeVisible();

  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  await page.goto('/auth/x');
  await expect(page).toHaveURL('/');
  await page.goto('/auth/next');
  await expect(page).toHaveURL('/auth');
});

test('a wrong code says so, and the right one still works', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 4\d\d/);
  const code = await askForCode(page, 'ben@example.org');
  const wrong = code === '123456' ? '654321' : '123456';
  await page.getByLabel('OTP').fill(wrong);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Failed. Please Check OTP...', { exact: true })).toBeVisible();
  await page.getByLabel('OTP').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/auth/next');
});

test('signing out without having signed in leads home', async ({ page }) => {
  await page.goto('/auth/x');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Latest Transactions' })).toBeVisible();
});

test('a visitor of public pages does not load the identity provider', async ({ page }) => {
  const asked: string[] = [];
  const { IDENTITY_PORT } = sharedHouse().environment;
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  expect(asked.filter((url) => url.includes(`:${IDENTITY_PORT}`))).toEqual([]);
});
