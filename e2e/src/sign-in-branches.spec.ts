import { expect, type Page } from '@playwright/test';
import { findings } from './house/findings.ts';
import { askForCode, says, signInPage } from './house/sign-in-page.ts';
import { codeRight, codeSent, refusal, stubCodes } from './house/stub-codes.ts';
import { test } from './house/test.ts';

// The code calls are answered by the tests, the identity provider is the emulator. Each branch is in
// `mfe-auth/src/sign-in/`, too, where it fails first: here they are a proof, but for a way through a browser.

const email = 'ivy@example.org';
const minute = 60_000;

async function check(page: Page, code: string): Promise<void> {
  const { otp, proceed } = signInPage(page);
  await otp.fill(code);
  await proceed.click();
}

test('while a code is asked for the address is locked, and may be changed', {
  tag: '@proof',
}, async ({ page }) => {
  const codes = await stubCodes(page);
  codes.create = ['no answer', codeSent];
  const { email: field, getOtp, change, said, status } = signInPage(page);
  await page.goto('/auth');
  await field.fill(email);
  await getOtp.click();
  await expect(said(says.asking)).toBeVisible();
  await expect(status).toHaveText(says.asking);
  await expect(getOtp).toBeDisabled();
  await expect(field).toHaveJSProperty('readOnly', true);
  // This request has to come first, because the first one gets no answer.
  await expect.poll(() => codes.sent.length).toBe(1);
  await change.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveJSProperty('readOnly', false);
  await field.fill('eve@example.org');
  await getOtp.click();
  await expect(said(says.sent)).toBeVisible();
  expect(codes.sent).toMatchObject([
    { call: 'create', body: { data: { user: email } } },
    { call: 'create', body: { data: { user: 'eve@example.org' } } },
  ]);
});

test('axe finds nothing while a code is asked for', { tag: '@proof' }, async ({ page }) => {
  const codes = await stubCodes(page);
  codes.create = ['no answer'];
  const { email: field, getOtp, said } = signInPage(page);
  await page.goto('/auth');
  await field.fill(email);
  await getOtp.click();
  await expect(said(says.asking)).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test('a code that is not sent says why, and when to try again', { tag: '@proof' }, async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 429|ERR_CONNECTION_REFUSED/);
  const codes = await stubCodes(page);
  codes.create = [
    'no network',
    refusal(429, 'A code was sent to this address a moment ago.', { retryAfter: 40 }),
    codeSent,
  ];
  const { email: field, getOtp, alert, said } = signInPage(page);
  await page.goto('/auth/mail');
  await field.fill(email);
  await getOtp.click();
  await expect(said(says.notSent)).toBeVisible();
  await expect(alert).toContainText('The ledger service cannot be reached.');
  await expect(field).toBeFocused();
  await getOtp.click();
  await expect(alert).toContainText('A code was sent to this address a moment ago.');
  await expect(page.getByText(/^You can try again in \d+ s\.$/)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await getOtp.click();
  await expect(said(says.sent)).toBeVisible();
});

test('Continue rests without a code and while it is checked', { tag: '@proof' }, async ({
  page,
}) => {
  const codes = await stubCodes(page);
  codes.check = ['no answer'];
  const { otp, proceed, said } = signInPage(page);
  await askForCode(page, email);
  expect(await findings(page)).toEqual([]);
  await expect(proceed).toBeDisabled();
  await otp.fill(' - ');
  await expect(proceed).toBeDisabled();
  await check(page, '123456');
  await expect(said(says.asking)).toBeVisible();
  await expect(proceed).toBeDisabled();
  await expect(otp).toHaveJSProperty('readOnly', true);
  expect(await findings(page)).toEqual([]);
});

test('a code is pasted with spaces and dashes, over a wrong one', { tag: '@proof' }, async ({
  page,
  expectComplaint,
  context,
}) => {
  expectComplaint(/status of 403/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const codes = await stubCodes(page);
  codes.check = [refusal(403, 'The code is wrong.', { triesLeft: 4 }), codeRight];
  const { otp, alert, said } = signInPage(page);
  await askForCode(page, email);
  await check(page, '111111');
  await expect(said(says.wrong)).toBeVisible();
  await expect(alert).toContainText('The code is wrong.');
  await expect(otp).toHaveAttribute('aria-invalid', 'true');
  expect(await findings(page)).toEqual([]);
  await expect(otp).toBeFocused();
  await page.evaluate(() => navigator.clipboard.writeText(' 123–456 '));
  await page.keyboard.press('ControlOrMeta+V');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/auth/next');
  expect(codes.sent.at(-1)).toMatchObject({
    body: { data: { user: email, trxn: 'stub-trxn', code: '123456' } },
  });
});

test('after the last try there is a new code to ask for, when its wait is over', {
  tag: '@proof',
}, async ({ page, expectComplaint }) => {
  expectComplaint(/status of 403/);
  const codes = await stubCodes(page);
  codes.check = [refusal(403, 'The code is wrong.', { triesLeft: 0 }), codeRight];
  const { otp, proceed, resend, said } = signInPage(page);
  await page.clock.install();
  await askForCode(page, email);
  await check(page, '111111');
  await expect(said(says.wrong)).toBeVisible();
  await expect(page.getByText('Request a new OTP to continue.')).toBeVisible();
  await expect(otp).toBeHidden();
  await expect(proceed).toBeHidden();
  await expect(resend).toBeFocused();
  await expect(resend).toHaveText(/^Resend OTP in \d+ s$/);
  expect(await findings(page)).toEqual([]);
  await page.clock.fastForward(minute);
  await expect(resend).toHaveText('Resend OTP');
  await resend.click();
  await expect(otp).toBeFocused();
  await check(page, '123456');
  await expect(page).toHaveURL('/auth/next');
});

test('a code that is over says so by itself, and after a reload', { tag: '@proof' }, async ({
  page,
}) => {
  await stubCodes(page);
  const { email: field, otp, resend, said } = signInPage(page);
  await page.clock.install();
  await askForCode(page, email);
  await page.clock.fastForward(4 * minute);
  await expect(page.getByText(/Expires in 1 minute ·/)).toBeVisible();
  await page.clock.fastForward(minute);
  await expect(said(says.expired)).toBeVisible();
  await expect(otp).toBeHidden();
  await expect(resend).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await page.reload();
  await expect(said(says.expired)).toBeVisible();
  await expect(field).toHaveValue(email);
  await resend.click();
  await expect(said(says.sent)).toBeVisible();
});

test('a code that expired while the page was away is over when one comes back', {
  tag: '@proof',
}, async ({ page }) => {
  await stubCodes(page);
  await page.clock.install();
  await askForCode(page, email);
  await page.getByRole('link', { name: 'Tallystick home' }).click();
  await expect(page).toHaveURL('/');
  await page.clock.fastForward(6 * minute);
  await page.goBack();
  await expect(page).toHaveURL('/auth');
  await expect(signInPage(page).said(says.expired)).toBeVisible();
});

test('a reload in any state keeps what was reached, and never the code', {
  tag: '@proof',
}, async ({ page, expectComplaint }) => {
  expectComplaint(/status of 503/);
  const codes = await stubCodes(page);
  codes.create = [refusal(503, 'This site cannot send mail.'), 'no answer', codeSent];
  codes.check = ['no answer', codeRight];
  const { email: field, getOtp, otp, alert, said } = signInPage(page);
  const calls = (wanted: string) => codes.sent.filter(({ call }) => call === wanted);

  // The address is typed.
  await page.goto('/auth');
  await field.fill(email);
  // The page has it by then.
  await expect(getOtp).toBeEnabled();
  await page.reload();
  await expect(field).toHaveValue(email);
  await expect(field).toBeFocused();

  // No code was sent.
  await getOtp.click();
  await expect(alert).toContainText('This site cannot send mail.');
  await page.reload();
  await expect(field).toHaveValue(email);

  // A code is asked for.
  await getOtp.click();
  await expect(said(says.asking)).toBeVisible();
  // This request has to come first, because the first one gets no answer.
  await expect.poll(() => calls('create')).toHaveLength(2);
  await page.reload();
  await expect(field).toHaveValue(email);
  await expect(field).toHaveJSProperty('readOnly', false);

  // A code was sent, and then is checked: the request is kept.
  await getOtp.click();
  await expect(said(says.sent)).toBeVisible();
  for (const isChecked of [false, true]) {
    await otp.fill('123456');
    if (isChecked) {
      await page.keyboard.press('Enter');
      await expect(said(says.asking)).toBeVisible();
      await expect.poll(() => calls('check')).toHaveLength(1);
    }
    const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
    expect(stored).toContain(email);
    expect(stored).not.toContain('123456');
    await page.reload();
    await expect(field).toHaveValue(email);
    await expect(field).toHaveJSProperty('readOnly', true);
    await expect(otp).toHaveValue('');
    await expect(otp).toBeFocused();
  }
  await check(page, '123456');
  await expect(page).toHaveURL('/auth/next');
  expect(calls('create')).toHaveLength(3);
});

test('leaving the page and coming back, and both of its addresses, find it as it was', {
  tag: '@proof',
}, async ({ page }) => {
  await stubCodes(page);
  const { email: field, otp } = signInPage(page);
  await askForCode(page, email);
  await page.getByRole('link', { name: 'Tallystick home' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL('/auth/mail');
  await expect(field).toHaveValue(email);
  await expect(otp).toBeFocused();
  // Each page is waited for: until it is drawn, the one before stands there, with the same field.
  const home = page.getByRole('heading', { name: 'Latest Transactions' });
  await page.goBack();
  await expect(home).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/auth');
  await expect(otp).toBeVisible();
  await page.goForward();
  await expect(home).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL('/auth/mail');
  await expect(home).toBeHidden();
  await expect(otp).toBeFocused();
  await check(page, '123456');
  await expect(page).toHaveURL('/auth/next');
});

test('something else that was stored begins anew', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => sessionStorage.setItem('tallystick:sign-in', '{"name":"sent"}'));
  await page.goto('/auth');
  await expect(signInPage(page).email).toHaveValue('');
  await expect(signInPage(page).getOtp).toBeDisabled();
});

test.describe('when the identity provider refuses', () => {
  const signUp = '**/accounts:signUp**';

  test('a right code is not asked for again, not even after a reload', async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/status of 400/);
    const codes = await stubCodes(page);
    const message = 'TOO_MANY_ATTEMPTS_TRY_LATER';
    await page.route(signUp, (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message } } }),
    );
    const { alert, otp, proceed, said } = signInPage(page);
    await askForCode(page, email);
    await check(page, '123456');
    await expect(said(says.notSent)).toBeVisible();
    await expect(alert).toContainText('Please wait a few minutes and try again.');
    await expect(proceed).toBeFocused();
    expect(await findings(page)).toEqual([]);
    await proceed.click();
    await expect(alert).toContainText('Too many attempts.');
    await page.reload();
    await expect(said('Your OTP is correct. Continue to sign in.')).toBeVisible();
    await expect(otp).toBeHidden();
    await expect(proceed).toBeFocused();
    await page.unroute(signUp);
    await proceed.click();
    await expect(page).toHaveURL('/auth/next');
    await expect(page.getByText(email)).toBeVisible();
    expect(codes.sent.filter(({ call }) => call === 'check')).toHaveLength(1);
  });

  test('and cannot be reached, it says what to do', { tag: '@proof' }, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/ERR_CONNECTION_REFUSED/);
    await stubCodes(page);
    await page.route(signUp, (route) => route.abort('connectionrefused'));
    const { alert, proceed } = signInPage(page);
    await askForCode(page, email);
    await check(page, '123456');
    await expect(alert).toContainText('Check your connection and try again.');
    await page.unroute(signUp);
    await proceed.click();
    await expect(page).toHaveURL('/auth/next');
  });

  test('for ten minutes, the right code counts no more', { tag: '@proof' }, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/status of 400/);
    await stubCodes(page);
    const error = { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' };
    await page.route(signUp, (route) => route.fulfill({ status: 400, json: { error } }));
    const { alert, proceed, resend, said } = signInPage(page);
    await page.clock.install();
    await askForCode(page, email);
    await check(page, '123456');
    await expect(alert).toContainText('Too many attempts.');
    await page.clock.fastForward(10 * minute);
    await expect(said(says.expired)).toBeVisible();
    await expect(proceed).toBeHidden();
    await expect(resend).toBeFocused();
    await page.unroute(signUp);
    await resend.click();
    await check(page, '123456');
    await expect(page).toHaveURL('/auth/next');
  });

  test('while it is asked, success waits', { tag: '@proof' }, async ({ page }) => {
    await stubCodes(page);
    await page.route(signUp, () => {});
    const { change, proceed, said } = signInPage(page);
    await askForCode(page, email);
    await check(page, '123456');
    await expect(said(says.success)).toBeVisible();
    await expect(proceed).toBeDisabled();
    await expect(change).toBeHidden();
    expect(await findings(page)).toEqual([]);
    await page.reload();
    await expect(said('Your OTP is correct. Continue to sign in.')).toBeVisible();
  });
});
