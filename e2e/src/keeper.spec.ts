import { createServer, type Server } from 'node:http';
import { expect, type Page } from '@playwright/test';
import { isCached, isKept, loadFromSite } from './house/open-page.ts';
import { currentRelease, publish, release } from './house/release-site.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';
import { type Variant, variantOf } from './house/variant.ts';

// What a browser keeps of the site, in the real thing: a site server that is ended, refuses and hangs.

test.describe.configure({ mode: 'serial' });
test.use({ serviceWorkers: 'allow' });

// RELEASE_TURNS=100 for the long run.
const turns = Number(process.env.RELEASE_TURNS ?? 2);

let house: SideHouse;
let other: Variant;
test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  house = await startSideHouse(sharedHouse());
  other = await variantOf(house.dataDir, 'mfe-auth', 'ca11ab1e0000');
  await publish(house, other);
});
test.afterAll(() => house.close());
test.afterEach(() => house.site.start());
test.beforeEach(({ expectComplaint }) => {
  // What the browser says of requests that fail.
  expectComplaint(/Failed to load resource|net::ERR|Failed to fetch/);
});

const account = (page: Page) => page.getByRole('heading', { name: 'Account Access' }).last();
const notice = (page: Page) => page.getByText('This is a saved copy');
const openAccount = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Account' }).click();

/** Opens the site; resolves when the browser has kept it. */
async function visit(page: Page): Promise<void> {
  await page.goto(`${house.siteUrl}/transfers`);
  await kept(page);
}

const kept = (page: Page) => expect.poll(() => isCached(page)).toBe(true);

test('a page that is loaded again while the site server is gone starts from what was kept', async ({
  page,
}) => {
  await visit(page);
  await house.site.kill();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  await expect(notice(page)).toBeVisible();
  // A remote that this browser never ran.
  await openAccount(page);
  await expect(account(page)).toBeVisible();
  // A tab that is opened now, at an address that was never visited.
  const second = await page.context().newPage();
  await second.goto(`${house.siteUrl}/auth`);
  await expect(account(second)).toBeVisible();

  await house.site.start();
  await expect(notice(page)).toBeHidden();
  await expect(notice(second)).toBeHidden();
  await loadFromSite(page, () => page.reload());
  await expect(account(page)).toBeVisible();
});

test('a site server that hangs is waited for five seconds', { tag: '@proof' }, async ({ page }) => {
  await visit(page);
  house.site.signal('SIGSTOP');
  await page.goto(`${house.siteUrl}/auth`);
  await expect(account(page)).toBeVisible();
  expect(await isKept(page)).toBe(true);
  house.site.signal('SIGCONT');
  await expect(notice(page)).toBeHidden();
});

test('a proxy that says that the site is away is no page', { tag: '@proof' }, async ({ page }) => {
  await visit(page);
  await house.site.kill();
  const proxy = await answerInPlace(502);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  expect(await isKept(page)).toBe(true);
  await new Promise((resolve) => proxy.close(resolve));
});

test('what stands in the cache is believed only if it is what was sent', async ({ page }) => {
  await visit(page);
  await page.evaluate(async () => {
    const cache = await caches.open('tallystick-kept-1');
    for (const request of await cache.keys()) {
      if (!/\.js$/.test(request.url)) continue;
      const text = await (await cache.match(request))?.text();
      const headers = { 'content-type': 'text/javascript' };
      await cache.put(request, new Response(`window.tampered = true;${text}`, { headers }));
    }
  });
  const tampered = () => page.evaluate(() => 'tampered' in window);
  await page.reload();
  await openAccount(page);
  await expect(account(page)).toBeVisible();
  expect(await tampered()).toBe(false);

  // First: the page tells its worker what ran, which would have it fetched again.
  await house.site.kill();
  await page.evaluate(async () => {
    const cache = await caches.open('tallystick-kept-1');
    const found = await cache.match('/keeper/page.json');
    const kept = await found?.clone().json();
    const html = kept.html.replace('<head>', '<head><script>tampered = 1</script>');
    const changed = JSON.stringify({ ...kept, html, policy: '' });
    await cache.put('/keeper/page.json', new Response(changed, { headers: found?.headers ?? {} }));
  });
  const failed = await page.goto(`${house.siteUrl}/auth`).then(
    () => '',
    (error: unknown) => String(error),
  );
  expect(failed).toContain('net::ERR');
});

test('no build brings a worker of its own', { tag: '@proof' }, async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/worker-src|service worker/i);
  await visit(page);
  const { remotes } = await currentRelease(house);
  const scripts = remotes.map(({ base }) => `${base}remote-entry.js`);
  const refusals = await page.evaluate(
    (paths) =>
      Promise.all(
        paths.map((path) =>
          navigator.serviceWorker.register(path, { scope: '/' }).then(
            () => 'registered',
            (error: unknown) => String(error),
          ),
        ),
      ),
    scripts,
  );
  expect(refusals).toHaveLength(3);
  for (const refusal of refusals) expect(refusal).toMatch(/SecurityError/);
});

test(`the next page load has each change, ${turns} times out of ${turns}, and so has what is kept`, async ({
  page,
}) => {
  test.slow();
  await visit(page);
  const first = (await currentRelease(house)).remotes.find(
    ({ name }) => name === 'mfe-auth',
  )?.build;
  for (let turn = 0; turn < turns; turn += 1) {
    const build = turn % 2 === 0 ? other.build : (first ?? '');
    await release(house, 'promote', `mfe-auth@${build}`);
    await loadFromSite(page, () => page.goto(`${house.siteUrl}/auth`));
    await expect(page.locator(`[data-part="mfe-auth"][data-build="${build}"]`)).toBeVisible();
  }
  await kept(page);
});

test('a build that was recalled while a tab ran it from what was kept is left at once', async ({
  page,
}) => {
  await release(house, 'promote', `mfe-auth@${other.build}`);
  await page.goto(`${house.siteUrl}/auth`);
  await kept(page);
  // Recalled while this browser has no page open, then the site goes.
  await page.goto('about:blank');
  await release(house, 'rollback', 'mfe-auth', '--recall');
  await house.site.kill();
  await page.goto(`${house.siteUrl}/auth`);
  await expect(page.locator(`[data-build="${other.build}"]`)).toBeVisible();
  await house.site.start();
  await expect(page.locator(`[data-build="${other.build}"]`)).toHaveCount(0);
  await expect(account(page)).toBeVisible();
  // The browser no longer keeps the page.
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/keeper/page.json')) === undefined))
    .toBe(true);
  // Others ship it, too.
  await release(house, 'resume', `mfe-auth@${other.build}`);
});

test('what was kept is taken back when the site says so', async ({ page }) => {
  await visit(page);
  await house.site.kill();
  await house.site.start({ KEEPER: 'off' });
  await loadFromSite(page, () => page.reload());
  const left = () =>
    page.evaluate(async () => {
      const registrations = await navigator.serviceWorker.getRegistrations();
      return registrations.length + (await caches.keys()).length;
    });
  await expect.poll(left).toBe(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  expect(await left()).toBe(0);
  await house.site.kill();
});

/** Something that listens where the site did, and answers everything with this status. */
async function answerInPlace(status: number): Promise<Server> {
  const server = createServer((_request, response) =>
    response.writeHead(status).end('Bad Gateway'),
  );
  await new Promise<void>((resolve) =>
    server.listen(Number(new URL(house.siteUrl).port), '127.0.0.1', resolve),
  );
  return server;
}
