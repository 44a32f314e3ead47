// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { emptyBrowser, storedUserKey } from './browser.testing.ts';

// What section 9 of the specification says of tokens is the SDK's own doing, once it is asked to.
vi.mock('firebase/auth', async () =>
  (await import('./firebase-for-browsers.testing.ts')).firebaseForBrowsers(),
);
const browser = emptyBrowser();

const second = 1_000;
const minute = 60 * second;

/** Somebody signs in, on a page whose clock the test moves. */
async function signedIn() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const page = await browser.openPage();
  await page.signIn('ann@example.org');
  browser.service.heard.length = 0;
  return page;
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
/** The service, which is a real one, has been asked for a token, and the SDK waits so long for the next. */
async function renewedFor(wait: number) {
  await browser.asked('token');
  const timers = vi.spyOn(globalThis, 'setTimeout');
  while (timers.mock.lastCall?.[1] !== wait) await new Promise((resolve) => setImmediate(resolve));
  timers.mockRestore();
  browser.service.heard.length = 0;
}

describe('a token', () => {
  it('is renewed five minutes before it expires, and again', async () => {
    await signedIn();
    await pass(55 * minute - second);
    expect(browser.service.heard).toEqual([]);
    await pass(second);
    await renewedFor(55 * minute);
    await pass(55 * minute - second);
    expect(browser.service.heard).toEqual([]);
    await pass(second);
    await browser.asked('token');
  });

  it('is asked for again after 30 s, and then twice as long each time, up to 16 minutes', async () => {
    await signedIn();
    browser.service.breakOff(true);
    await pass(55 * minute);
    const waits = [30, 60, 120, 240, 480, 960, 960].map((seconds) => seconds * second);
    for (const wait of waits) {
      await renewedFor(wait);
      await pass(wait - second);
      expect(browser.service.heard).toEqual([]);
      await pass(second);
    }
    browser.service.breakOff(false);
    await browser.asked('token');
  });

  it('that the provider no longer renews ends the session', async () => {
    const { currentSession } = await signedIn();
    browser.service.refuse('TOKEN_EXPIRED');
    await pass(55 * minute);
    await browser.asked('token');
    await vi.waitFor(() => expect(currentSession()).toEqual({ status: 'visitor' }), {
      timeout: 60_000,
    });
    expect(localStorage.getItem(storedUserKey)).toBeNull();
  });
});

describe('a call that gets no answer', () => {
  it('is given up after 30 s', async () => {
    const { signIn } = await browser.openPage();
    browser.service.hold();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = signIn('ann@example.org');
    await browser.asked('signUp');
    await pass(30 * second);
    await expect(answer).resolves.toMatchObject({ ok: false, code: 0 });
  });
});
