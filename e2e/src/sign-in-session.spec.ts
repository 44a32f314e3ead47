import { type BrowserContext, expect, type Page, type Response } from '@playwright/test';
import { proving } from '@tallystick/contract/testing/proof';
import * as v from 'valibot';
import { holdTimers } from './house/held-timers.ts';
import { askForCode, enterCode, says, signInPage, signOutDelay } from './house/sign-in-page.ts';
import { stubCodes } from './house/stub-codes.ts';
import { sharedHouse, test } from './house/test.ts';
import { wrongClocks } from './house/wrong-clocks.ts';

const email = 'sam@example.org';
const minute = 60_000;

/** Signs in at the real provider, with a code that the test says is right. */
async function signIn(page: Page): Promise<void> {
  await stubCodes(page);
  await askForCode(page, email);
  await enterCode(page, '123456');
  await expect(page.getByText(email)).toBeVisible();
}

const toProvider = (url: URL) => url.port === sharedHouse().environment.IDENTITY_PORT;

/** Whether a script that the page has loaded carries the identity SDK. */
function watchSdk(page: Page): () => Promise<boolean> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  return async () => {
    const answers = await Promise.all([...scripts].map((url) => page.request.get(url)));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    return bodies.some((body) => /identitytoolkit|@firebase\/auth/.test(body));
  };
}

/** One of the shell, and of each app with public pages; a proof has more. */
const ofEachApp = [
  ['/transfers', 'Transactions'],
  ['/user/ada', 'Transactions'],
  ['/contact', 'Contact Us'],
] as const;
const others = [
  ['/', 'Latest Transactions'],
  ['/assets', 'Credentials & Data Assets'],
  ['/tx/tally-data-6', 'Data'],
] as const;
const publicPages = proving ? [...ofEachApp, ...others] : ofEachApp;

async function seePublicPages(page: Page): Promise<void> {
  for (const [path, heading] of publicPages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, exact: true }).last()).toBeVisible();
  }
}

test('a first visit to a public page loads no byte of the identity SDK', async ({ page }) => {
  const loadedSdk = watchSdk(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (toProvider(new URL(request.url()))) asked.push(request.url());
  });
  await seePublicPages(page);
  await page.goto('/');
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  expect([await loadedSdk(), asked]).toEqual([false, []]);
  // The same watch sees it where it is wanted.
  await signIn(page);
  expect(await loadedSdk()).toBe(true);
  expect(asked.length).toBeGreaterThan(0);
});

test.describe('with the identity provider down', () => {
  test('every public page works for a visitor, and the sign-in page opens', {
    tag: '@proof',
  }, async ({ page }) => {
    await page.route(toProvider, (route) => route.abort('connectionrefused'));
    await seePublicPages(page);
    await page.goto('/auth');
    await expect(signInPage(page).email).toBeFocused();
  });

  for (const how of proving
    ? (['refuses connections', 'never answers'] as const)
    : (['never answers'] as const)) {
    test(`and it ${how}, public pages work for who is signed in, who can sign out`, async ({
      page,
      expectComplaint,
    }) => {
      expectComplaint(/ERR_CONNECTION_REFUSED/);
      await signIn(page);
      await page.route(toProvider, (route) =>
        how === 'never answers' ? undefined : route.abort('connectionrefused'),
      );
      await seePublicPages(page);
      await page.goto('/auth/next');
      await expect(page.getByText(email)).toBeVisible();
      await page.getByRole('link', { name: 'Sign out' }).click();
      await expect(page).toHaveURL('/');
      await page.goto('/auth/next');
      await expect(page).toHaveURL('/auth');
    });
  }
});

test('no content stands before the first authentication state', async ({ page }) => {
  await signIn(page);
  const answers: (() => void)[] = [];
  await page.route(toProvider, async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.continue();
  });
  // The page goes on without the provider after three seconds.
  await holdTimers(page, 3_000);
  await page.goto('/contact');
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  await expect(page.getByText('Coming Soon')).toBeHidden();
  for (const answer of answers) answer();
  await expect(page.getByText('Coming Soon')).toBeVisible();
});

test('somebody whom the provider no longer knows is a visitor', { tag: '@proof' }, async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 400/);
  await signIn(page);
  const idToken = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser'));
    return localStorage.getItem(key ?? '');
  });
  const { stsTokenManager } = v.parse(
    v.pipe(
      v.string(),
      v.parseJson(),
      v.object({ stsTokenManager: v.object({ accessToken: v.string() }) }),
    ),
    idToken,
  );
  const { IDENTITY_PORT } = sharedHouse().environment;
  await page.request.post(
    `http://127.0.0.1:${IDENTITY_PORT}/identitytoolkit.googleapis.com/v1/accounts:delete?key=demo-key`,
    { data: { idToken: stsTokenManager.accessToken } },
  );
  const response = page.waitForResponse((answer) => answer.url().includes('accounts:lookup'));
  await page.goto('/auth/next');
  expect((await response).status()).toBe(400);
  await expect(page).toHaveURL('/auth');
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('firebase');
});

test.describe('two tabs', () => {
  test('signing in goes for both', { tag: '@proof' }, async ({ page, context }) => {
    const other = await context.newPage();
    await stubCodes(other);
    await other.goto('/assets');
    const waiting = await context.newPage();
    await stubCodes(waiting);
    await askForCode(waiting, 'else@example.org');
    await signIn(page);
    await expect(waiting).toHaveURL('/auth/next');
    await expect(waiting.getByText(email)).toBeVisible();
    await other.getByRole('link', { name: 'Account' }).click();
    await expect(other).toHaveURL('/auth/next');
    await expect(other.getByText(email)).toBeVisible();
  });

  test('signing out goes for both', async ({ page, context }) => {
    await signIn(page);
    const other = await context.newPage();
    await other.goto('/auth/next');
    await expect(other.getByText(email)).toBeVisible();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
    await expect(other.getByText('You are signed out.')).toBeVisible();
    await other.getByRole('link', { name: 'Sign in again' }).click();
    await expect(signInPage(other).email).toHaveValue('');
  });
});

test('signing out forgets what the product keeps, and nothing else', { tag: '@proof' }, async ({
  page,
}) => {
  await signIn(page);
  await page.evaluate(() => {
    for (const key of ['indx', 'bznx', 'indz', 'bznz', 'other']) localStorage.setItem(key, '1');
  });
  const endTimers = await holdTimers(page, signOutDelay);
  await page.goto('/auth/x');
  await expect(page.getByRole('status').filter({ hasText: says.signingOut })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('auth');
  await endTimers();
  await expect(page).toHaveURL('/');
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys).toContain('other');
  for (const key of ['auth', 'indx', 'bznx', 'indz', 'bznz']) expect(keys).not.toContain(key);
  expect(keys.join()).not.toContain('firebase');
});

test('who closes the page while signing out is signed out', async ({ page, context }) => {
  await signIn(page);
  await holdTimers(page, signOutDelay);
  await page.goto('/auth/x');
  await expect(page.getByText(says.signingOut)).toBeVisible();
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  const next = await context.newPage();
  await next.goto('/auth/next');
  await expect(next).toHaveURL('/auth');
});

test('a token is renewed five minutes before it expires', { tag: '@proof' }, async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  const renewal = page.waitForRequest((request) => request.url().includes('/v1/token'));
  await page.clock.fastForward(54 * minute);
  await page.clock.fastForward(2 * minute);
  const response = await (await renewal).response();
  expect(response?.status()).toBe(200);
  await expect(page.getByText(email)).toBeVisible();
});

test.describe('by configuration', () => {
  /** Gives pages other identity settings before they read them. */
  async function configure(page: Page | BrowserContext, identity: object): Promise<void> {
    await page.addInitScript((settings) => {
      document.addEventListener('readystatechange', () => {
        const script = document.getElementById('site-configuration');
        if (document.readyState !== 'interactive' || !script) return;
        const site = JSON.parse(script.textContent ?? '{}');
        // Not as text of that element: the page's policy takes none for a script.
        const configuration = document.createElement('p');
        configuration.id = script.id;
        configuration.textContent = JSON.stringify({ ...site, identity: settings });
        script.replaceWith(configuration);
      });
    }, identity);
  }

  test('the provider is a real project', { tag: '@proof' }, async ({ page }) => {
    await configure(page, { apiKey: 'public-key', authDomain: 'shop.example', projectId: 'shop' });
    // The policy that the site server sends with these settings is tested beside it.
    const isPage = (url: URL) => url.href.startsWith(`${sharedHouse().siteUrl}/auth`);
    await page.route(isPage, async (route) => {
      const answer = await route.fetch();
      const headers = { ...answer.headers(), 'content-security-policy': '' };
      await route.fulfill({ response: answer, headers });
    });
    const asked: string[] = [];
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1_000);
    const idToken = `${part({ alg: 'RS256' })}.${part({ sub: 'u1', iat: now, exp: now + 3_600 })}.s`;
    await page.route('https://*.googleapis.com/**', (route) => {
      asked.push(route.request().url());
      const users = [{ localId: 'u1', createdAt: '1', lastLoginAt: '1' }];
      const signUp = { localId: 'u1', idToken, refreshToken: 'r', expiresIn: '3600' };
      return route.fulfill({
        json: route.request().url().includes('signUp') ? signUp : { users },
      });
    });
    await signIn(page);
    await expect(page.getByText('u1', { exact: true })).toBeVisible();
    expect(asked[0]).toBe(
      'https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=public-key',
    );
  });

  /** Has pages tell the ledger service who is signed in; answers what they told. */
  async function syncTokens(page: Page | BrowserContext): Promise<string[]> {
    const { environment, ledgerUrl } = sharedHouse();
    const syncUrl = `${ledgerUrl}/session`;
    await configure(page, {
      apiKey: 'demo-key',
      authDomain: 'demo-tallystick.firebaseapp.com',
      projectId: 'demo-tallystick',
      emulatorUrl: `http://127.0.0.1:${environment.IDENTITY_PORT}`,
      syncUrl,
    });
    const told: string[] = [];
    const listen = async (response: Response) => {
      if (response.url() !== syncUrl) return;
      const { authorization = '' } = await response.request().allHeaders();
      const bearer = authorization.slice(0, 'Bearer ey'.length);
      told.push(`${response.request().method()} ${bearer} ${response.status()}`);
    };
    if ('pages' in page) page.on('response', listen);
    else page.on('response', listen);
    return told;
  }

  const [posted, deleted] = ['POST Bearer ey 204', 'DELETE  204'];

  test('the ledger service is told who is signed in, and that nobody is', async ({ page }) => {
    const told = await syncTokens(page);
    await signIn(page);
    await expect.poll(() => told).toEqual([posted]);
    await page.reload();
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
    await expect.poll(() => told.at(-1)).toBe(deleted);
  });

  for (const [how, by] of wrongClocks) {
    test(`the ledger service is told by a browser whose clock is ${how}`, async ({ page }) => {
      await page.clock.install({ time: Date.now() + by });
      const told = await syncTokens(page);
      await signIn(page);
      await expect.poll(() => told).toEqual([posted]);
      await page.reload();
      await expect(page.getByText(email)).toBeVisible();
    });
  }

  /** Until so many pages of the browser wait to be the one that tells. */
  const waiting = (page: Page, count: number) =>
    expect
      .poll(() =>
        page.evaluate(async () => {
          const { pending = [] } = await navigator.locks.query();
          return pending.filter(({ name }) => name === 'tallystick-session-1').length;
        }),
      )
      .toBe(count);

  test('one of two tabs tells the service, and the other one when that is closed', {
    tag: '@proof',
  }, async ({ page, context }) => {
    const told = await syncTokens(context);
    const other = await context.newPage();
    await other.goto('/contact');
    await signIn(page);
    await expect.poll(() => told).toEqual([posted]);
    await waiting(page, 1);
    await other.getByRole('link', { name: 'Account' }).click();
    await expect(other.getByText(email)).toBeVisible();
    expect(told).toEqual([posted]);

    // Nobody knows whether its last word arrived, so the next says it again.
    await page.close();
    await expect.poll(() => told).toEqual([posted, posted]);
    await waiting(other, 0);
    await other.getByRole('link', { name: 'Sign out' }).click();
    await expect(other).toHaveURL('/');
    await expect.poll(() => told).toEqual([posted, posted, deleted]);
  });

  test('signing out in the tab that does not tell is told once, and who comes next too', {
    tag: '@proof',
  }, async ({ page, context }) => {
    const told = await syncTokens(context);
    const other = await context.newPage();
    await other.goto('/contact');
    await signIn(page);
    await waiting(page, 1);
    await other.getByRole('link', { name: 'Account' }).click();
    await other.getByRole('link', { name: 'Sign out' }).click();
    await expect(other).toHaveURL('/');
    await expect(page.getByText('You are signed out.')).toBeVisible();
    await expect.poll(() => told).toEqual([posted, deleted]);
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await signInPage(page).email.fill(email);
    await signInPage(page).getOtp.click();
    await enterCode(page, '123456');
    await expect.poll(() => told).toEqual([posted, deleted, posted]);
  });
});

test('the pages after signing in say what is true', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await expect(page.getByText('The whole ledger is public')).toBeVisible();
  await expect(signInPage(page).said(says.success)).toBeHidden();
  await page.goBack();
  await expect(page).not.toHaveURL('/auth');
});
