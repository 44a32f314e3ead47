import { expect } from '@playwright/test';
import { startMailServer, type TestMailServer } from './house/mail-server.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { askForCode, enterCode, says, signInPage } from './house/sign-in-page.ts';
import { test as base, sharedHouse } from './house/test.ts';

interface Post {
  side: SideHouse;
  mails: TestMailServer;
}

// A site whose codes go through a real mail server, and whose tokens its service verifies.
const test = base.extend<object, { post: Post }>({
  post: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const mails = await startMailServer();
      const side = await startSideHouse(sharedHouse(), {
        SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      });
      await use({ side, mails });
      await side.close();
      await mails.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ post }, use) => use(post.side.siteUrl),
});

test.describe.configure({ mode: 'serial' });

const codeFor = async ({ mails }: Post, email: string): Promise<string> => {
  await expect.poll(() => mails.codeFor(email)).toBeDefined();
  return mails.codeFor(email) ?? '';
};

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
  await enterCode(page, await codeFor(post, email));
  await expect(page.getByText(email)).toBeVisible();
  expect((await signedIn).status()).toBe(204);

  const signedOut = told('DELETE');
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  expect((await signedOut).status()).toBe(204);
});

test('a code that has expired does not pass, the next one does', async ({
  page,
  post,
  expectComplaint,
}) => {
  // To a service whose clock is ahead, the identity provider's token is too old as well: 401.
  expectComplaint(/status of 40[13]/);
  const email = 'noa@example.org';
  const { otp, proceed, resend, said } = signInPage(page);
  await page.clock.install();
  await askForCode(page, email);
  const late = await codeFor(post, email);
  post.side.advance(5 * 60_000);
  await otp.fill(late);
  await proceed.click();
  await expect(said(says.wrong)).toBeVisible();
  // The page counts by its own clock until it asks again.
  await page.clock.fastForward(60_000);
  await resend.click();
  await expect.poll(() => post.mails.codeFor(email)).not.toBe(late);
  await enterCode(page, await codeFor(post, email));
});

test('there is no outbox where there is a mail server', async ({ request, post }) => {
  const answer = await request.get(`${post.side.ledgerUrl}/sandbox/outbox`);
  expect(answer.status()).toBe(404);
});
