import { expect } from '@playwright/test';
import { proving } from '@tallystick/contract/testing/proof';
import { postTest, wrongCode } from './house/post.ts';
import { askForCode, enterCode, says, signInPage } from './house/sign-in-page.ts';

// A mail server that is away, a clock that is moved on, and two tabs at once. The mail server and
// the service are real ones.

const test = postTest();
test.describe.configure({ mode: 'serial' });

const refuses = ['refuses connections', 'stop'] as const;
const hangs = ['takes connections and says nothing', 'hang'] as const;
for (const [how, fail] of proving ? [refuses, hangs] : [hangs]) {
  test(`a mail server that ${how} holds up nobody, and the mail comes once it is back`, async ({
    page,
    post,
  }) => {
    const email = `${fail}@example.org`;
    const { otp } = signInPage(page);
    await post.mails[fail]();
    // Says that the code was sent, while nothing can be.
    await askForCode(page, email);
    await expect(otp).toBeFocused();
    expect(post.mails.codeFor(email)).toBeUndefined();
    await post.mails.start();
    await enterCode(page, await post.codeFor(email));
    await expect(page.getByText(email)).toBeVisible();
  });
}

test.describe('when time moves on', () => {
  // To a service whose clock is ahead, the identity provider's token is too old as well: 401.
  test.beforeEach(({ expectComplaint }) => expectComplaint(/status of 4(0[13]|29)/));

  test('a code that has expired does not pass, the next one does', async ({ page, post }) => {
    const email = 'noa@example.org';
    const { otp, proceed, resend, said } = signInPage(page);
    await page.clock.install();
    await askForCode(page, email);
    const late = await post.codeFor(email);
    post.side.advance(5 * 60_000);
    await otp.fill(late);
    await proceed.click();
    await expect(said(says.wrong)).toBeVisible();
    // The page counts by its own clock until it asks again.
    await page.clock.fastForward(60_000);
    await resend.click();
    await enterCode(page, await post.codeFor(email, late));
  });

  test('of two tabs that ask for the same address the later one has the code that counts', {
    tag: '@proof',
  }, async ({ page, context, post }) => {
    const email = 'duo@example.org';
    await askForCode(page, email);
    const first = await post.codeFor(email);
    const other = await context.newPage();
    const there = signInPage(other);
    await other.goto('/auth');
    await expect(there.email).toHaveValue('');
    await there.email.fill(email);
    await there.getOtp.click();
    await expect(there.said(says.notSent)).toBeVisible();
    await expect(there.alert).toContainText('A code was sent to this address a moment ago.');
    post.side.advance(60_000);
    await there.getOtp.click();
    await expect(there.said(says.sent)).toBeVisible();
    const second = await post.codeFor(email, first);

    const here = signInPage(page);
    await here.otp.fill(first);
    await here.proceed.click();
    await expect(here.said(says.wrong)).toBeVisible();
    await expect(page.getByText('Request a new OTP to continue.')).toBeVisible();
    await expect(here.otp).toBeHidden();

    await there.otp.fill(wrongCode(second));
    await there.proceed.click();
    await expect(there.said(says.wrong)).toBeVisible();
    await enterCode(other, second);
    await expect(page).toHaveURL('/auth/next');
    await expect(page.getByText(email)).toBeVisible();
  });
});
