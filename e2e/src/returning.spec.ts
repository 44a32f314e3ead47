import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { serverEntryFile } from '@tallystick/contract/server-entry';
import { openFollowing, publish, release } from './house/release-site.ts';
import { comesRendered } from './house/rendered.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';
import { newestArtifact, variantOf } from './house/variant.ts';

// What a visitor who was here before loads of the next release: its difference, by compression dictionaries.

let house: SideHouse;
test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  house = await startSideHouse(sharedHouse());
});
test.afterAll(() => house.close());

/** Bytes of scripts and style sheets as they came over the wire, by path; 0: they did not. */
const loadedBy = (page: Page) =>
  page.evaluate(() => {
    const found: Record<string, number> = {};
    for (const entry of performance.getEntriesByType('resource')) {
      const { pathname } = new URL(entry.name);
      if (!(entry instanceof PerformanceResourceTiming)) continue;
      if (!/^\/artifacts\/.*\.(js|css)$/.test(pathname)) continue;
      const size = entry.transferSize === 0 ? 0 : entry.encodedBodySize;
      found[pathname] = Math.max(found[pathname] ?? 0, size);
    }
    return found;
  });

/**
 * Opens a list, and waits for the last that a page loads by itself: what follows the channel, and
 * what keeps its rows live. Answers for each build how many bytes it loaded, and how many they are
 * by brotli alone.
 */
async function visit(page: Page, builds: readonly { app: string; build: string }[]) {
  await openFollowing(page, `${house.siteUrl}/transfers`);
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const loaded = Object.entries(await loadedBy(page));
  return await Promise.all(
    builds.map(async ({ app, build }) => {
      const own = loaded.filter(([path]) => path.startsWith(`/artifacts/${app}/${build}/`));
      const brotli = await Promise.all(own.map(([path]) => sizeOf(path)));
      return { bytes: sum(own.map(([, size]) => size)), brotli: sum(brotli) };
    }),
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

async function head(path: string, headers: Record<string, string>): Promise<Headers> {
  return (await fetch(house.siteUrl + path, { method: 'HEAD', headers })).headers;
}

async function sizeOf(path: string): Promise<number> {
  return Number((await head(path, { 'accept-encoding': 'br' })).get('content-length'));
}

/** Resolves when the site server has what makes the new file of the old one. */
async function isMade(old: string, now: string): Promise<void> {
  const dictionary = Buffer.from(await (await fetch(house.siteUrl + old)).arrayBuffer());
  if (dictionary.byteLength < 1_024) return;
  const hash = createHash('sha256').update(dictionary).digest('base64');
  const headers = { 'accept-encoding': 'br, dcz', 'available-dictionary': `:${hash}:` };
  await expect.poll(async () => (await head(now, headers)).get('content-encoding')).toBe('dcz');
}

/** Resolves when the list comes as this build has rendered it: that decides about the styles that a page loads. */
const isRendered = ({ app, build }: { app: string; build: string }) =>
  comesRendered(`${house.siteUrl}/transfers`, `${app}@${build}"`);

test('a visitor who was here before loads what is new of a release, once', {
  tag: '@proof',
}, async ({ page }) => {
  const [shell, ledger] = await Promise.all([
    newestArtifact('shell'),
    newestArtifact('mfe-ledger'),
  ]);
  await isRendered(ledger);
  const before = await visit(page, [shell, ledger]);
  for (const { bytes } of before) expect(bytes).toBeGreaterThan(10_000);

  const within = house.dataDir;
  const newShell = await variantOf(within, 'shell', '0123456789ab', (script) =>
    script.replaceAll('Please wait...', 'One moment...'),
  );
  const newLedger = await variantOf(within, 'mfe-ledger', 'ba9876543210', (script) =>
    script.replaceAll('No matching parties.', 'There is nobody of that name.'),
  );
  const variants = [newShell, newLedger];
  await publish(house, ...variants);
  await release(house, 'promote', ...variants.map(({ app, build }) => `${app}@${build}`));
  for (const [old, { build }] of [[shell, newShell] as const, [ledger, newLedger] as const]) {
    for (const path of Object.keys(old.files)) {
      if (!/\.(js|css)$/.test(path) || path === serverEntryFile) continue;
      const at = (which: string) => `/artifacts/${old.app}/${which}/${path}`;
      await isMade(at(old.build), at(build));
    }
  }

  await isRendered(newLedger);
  const [ofShell, ofLedger] = await visit(page, variants);
  expect(await page.locator('[data-part=mfe-ledger]').getAttribute('data-build')).toBe(
    newLedger.build,
  );
  for (const [of, share] of [[ofShell, 0.05] as const, [ofLedger, 0.08] as const]) {
    expect(of?.bytes).toBeGreaterThan(0);
    expect(of?.bytes).toBeLessThan(share * (of?.brotli ?? 0));
  }
  // What came as a difference is kept like any other answer.
  expect((await visit(page, variants)).map(({ bytes }) => bytes)).toEqual([0, 0]);
});
