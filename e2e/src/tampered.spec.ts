import { randomUUID } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { openUnverified, readRelease } from '@tallystick/contract/read-release';
import { proving } from '@tallystick/contract/testing/proof';
import { earlierApp, publishEarlierReact } from './house/earlier-react.ts';
import { openPage } from './house/open-page.ts';
import { readCode } from './house/outbox.ts';
import { askForTicket, postTicket } from './house/preview-ticket.ts';
import { comesRendered } from './house/rendered.ts';
import { rowsOf } from './house/rows.ts';
import { askForCode, enterCode } from './house/sign-in-page.ts';
import { flipByte, startTamperingProxy, type TamperingProxy } from './house/tampering-proxy.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';
import { newestArtifact } from './house/variant.ts';

// TAMPER_ALL=on: a byte of every file of every artifact, not only of every kind of file.
const all = process.env.TAMPER_ALL === 'on';

let proxy: TamperingProxy;
let earlierBuild = '';
test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  proxy = await startTamperingProxy();
  if (!all) return;
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tallystick-earlier-'));
  earlierBuild = await publishEarlierReact(sharedHouse(), folder.path);
});
test.afterAll(() => proxy.close());
test.beforeEach(({ expectComplaint }) => expectComplaint(/./));

/** A page behind the proxy, and what the browser has done with what came. */
interface Watched {
  page: Page;
  /** Paths that were asked for. */
  asked: Set<string>;
  /** Paths of scripts that the engine has read to run them. */
  ran: Set<string>;
  /** What the console was told. */
  said: string[];
  close(): Promise<void>;
}

async function watch(context: BrowserContext): Promise<Watched> {
  const page = await context.newPage();
  const asked = new Set<string>();
  const ran = new Set<string>();
  const said: string[] = [];
  page.on('request', (request) => asked.add(new URL(request.url()).pathname));
  page.on('console', (message) => said.push(message.text()));
  const debug = await context.newCDPSession(page);
  debug.on('Debugger.scriptParsed', ({ url }) => {
    const parsed = URL.parse(url);
    if (parsed !== null) ran.add(parsed.pathname);
  });
  await debug.send('Debugger.enable');
  // The browser's console says nothing about a file that is only preloaded, so the page does.
  await page.addInitScript(() => {
    const say = ({ target }: Event) => {
      const isPreload = target instanceof HTMLLinkElement && target.rel === 'preload';
      if (isPreload) console.debug(`Refused by its integrity: ${target.href}`);
    };
    document.addEventListener('error', say, true);
  });
  return { page, asked, ran, said, close: () => context.close() };
}

/** The last that a page loads by itself is what follows the channel. */
const reported = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/releases/reports'));

const qrCode = (page: Page) => page.getByRole('img', { name: 'QR code of the address' });

/** Ways through the site on which all of its files are needed; each goes as far as it can be gone. */
const ways: Record<string, (page: Page) => Promise<void>> = {
  'a list, and a transaction': async (page) => {
    const report = reported(page);
    // If the report does not come, the test still goes this way to its end.
    report.catch(() => {});
    await openPage(page, `${sharedHouse().siteUrl}/transfers`);
    await rowsOf(page).first().click();
    await report;
  },
  'a card of another app': async (page) => {
    await openPage(page, `${sharedHouse().siteUrl}/tx/tally-data-6`);
    await Promise.all([
      page.waitForResponse((answer) => /mfe-parties\/.*\.css$/.test(answer.url())),
      page.getByText('About this party').first().click(),
    ]);
  },
  'an export of a list': async (page) => {
    await openPage(page, `${sharedHouse().siteUrl}/transfers`);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'CSV', exact: true }).click();
  },
  'an export of a party': async (page) => {
    await openPage(page, `${sharedHouse().siteUrl}/user/ada`);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'CSV', exact: true }).click();
  },
  'the filters of a list': async (page) => {
    await openPage(page, `${sharedHouse().siteUrl}/transfers`);
    await page.getByRole('button', { name: 'Filters' }).click();
  },
  'the filters of a party': async (page) => {
    await openPage(page, `${sharedHouse().siteUrl}/user/ada`);
    await page.getByRole('button', { name: 'Filters' }).click();
  },
  'a search': async (page) => {
    await openPage(page, `${sharedHouse().siteUrl}/transfers?q=ada`);
    const bar = page.getByRole('banner').getByRole('combobox', { name: 'Search the ledger' });
    await bar.fill('ada');
    await expect(page.getByRole('option').first()).toBeVisible();
  },
  'an address that is none': async (page) => {
    const asked = page.waitForRequest((request) => request.url().endsWith('/search'));
    await Promise.all([asked, page.goto(`${sharedHouse().siteUrl}/ada`)]);
  },
  'a transaction that is shared': async (page) => {
    await openPage(page, `${sharedHouse().siteUrl}/tx/tally-data-6`);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(qrCode(page)).toBeVisible();
  },
  'a party that is shared': async (page) => {
    await openPage(page, `${sharedHouse().siteUrl}/user/ada`);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(qrCode(page)).toBeVisible();
  },
  'a party that is watched': async (page) => {
    await openPage(page, `${sharedHouse().siteUrl}/user/ada`);
    await page.getByRole('button', { name: 'Watch' }).click();
    await page.getByRole('banner').getByRole('link').first().click();
    const watched = page.getByRole('region', { name: 'Watched' });
    await expect(watched.getByRole('link', { name: /^Latest/ })).toBeVisible();
  },
  'a page of an earlier React': async (page) => {
    const ticket = await askForTicket({ builds: { [earlierApp]: earlierBuild } });
    await postTicket(page, ticket);
    await expect(page.getByText('Preview with')).toBeVisible();
    await page.goto(`${sharedHouse().siteUrl}/notes-earlier`);
    await expect(page.getByRole('heading', { name: 'Notes of React 18.3.1' })).toBeVisible();
  },
  'a sign-in': async (page) => {
    const email = `walker-${randomUUID()}@example.org`;
    await askForCode(page, email, `${sharedHouse().siteUrl}/auth`);
    await enterCode(page, await readCode(sharedHouse(), email));
  },
  'a preview': async (page) => {
    await postTicket(page, await askForTicket());
    await expect(page.getByText('Preview of revision')).toBeVisible();
  },
};
/** A rendered page has all styles of its own remote, so another one's are those that come late. */
const usual = ['a list, and a transaction', 'a card of another app'];

test('a byte turned in any kind of file of an artifact is never run', { tag: '@proof' }, async ({
  browser,
}) => {
  const { siteUrl } = sharedHouse();
  const newPage = async () =>
    await watch(
      await browser.newContext({ proxy: { server: proxy.server, bypass: '<-loopback>' } }),
    );

  // What each way asks for when nobody changes anything, in its order.
  proxy.tamper(null);
  const plain = new Map<string, string[]>();
  let html = '';
  for (const way of all ? Object.keys(ways) : usual) {
    const watched = await newPage();
    await ways[way]?.(watched.page);
    // Where it comes rendered, it names the styles of its remote.
    html ||= await comesRendered(`${siteUrl}/transfers`);
    plain.set(
      way,
      [...watched.asked].filter((path) => path.startsWith('/artifacts/')),
    );
    for (const path of watched.asked) {
      if (path.endsWith('.js') && path.startsWith('/artifacts/')) {
        await expect.poll(() => [...watched.ran], path).toContain(path);
      }
    }
    await watched.close();
  }

  const kinds = new Map<string, [way: string, path: string]>();
  for (const [way, paths] of plain) {
    for (const path of paths) {
      const kind = all ? path : kindOf(path, html);
      if (/\.(js|css)$/.test(path) && !kinds.has(kind)) kinds.set(kind, [way, path]);
    }
  }
  if (all) expect(await neverAsked(new Set(kinds.keys()))).toEqual([]);
  else {
    expect([...kinds.keys()].sort()).toEqual([
      'late script of a remote',
      'late script of the shell',
      'late style of a remote',
      'script of a remote',
      'script of the shell',
      'style of a remote',
      'style of the shell',
    ]);
  }

  for (const [kind, [way, path]] of kinds) {
    proxy.tamper(path);
    const { page, ran, said, close } = await newPage();
    page.setDefaultTimeout(5_000);
    // The browser says what it has refused, and why.
    const isRefused = () => said.some((line) => line.includes('integrity') && line.includes(path));
    const walk = async () => {
      // A step that a busy machine does not come to in its time leads nowhere: then all of the way is gone again.
      do await ways[way]?.(page).catch(() => {});
      while (!isRefused() && !page.isClosed());
    };
    const walked = walk();
    await expect.poll(isRefused, kind).toBe(true);
    // A way that cannot be gone on takes its time to say so: it is waited for once for each kind.
    if (!all) await walked;
    expect(proxy.changed(), kind).toBeGreaterThan(0);
    expect([...ran], kind).not.toContain(path);
    const worn = await page.evaluate(
      (file) =>
        [...document.styleSheets].some(
          ({ href, cssRules }) => href?.endsWith(file) && cssRules.length > 0,
        ),
      path,
    );
    expect(worn, kind).toBe(false);
    await close();
    await walked;
  }
  if (all) console.log(`${kinds.size} files, each changed by a bit: none was run.`);
});

/** What of a release in a page is changed; `text` is the JSON of one of its two elements. */
const changes: Record<string, (text: string) => string> = {
  'the hash of a file': (text) => text.replace('sha384-', 'sha384_'),
  'a manifest': (text) => text.replace('remoteEntry', 'remoteEntrx'),
  'a revision': (text) => text.replace('tallystick-revision-1', 'tallystick-revision-0'),
  'a signature': (text) =>
    text.replace(/"signature":"(.)/, (_, first) => `"signature":"${first === 'A' ? 'B' : 'A'}`),
};

/** What browsers check, and what the page does: one of each; a proof has all. */
const usualChanges = ['the hash of a file', 'a signature'];
for (const [what, change] of Object.entries(changes)) {
  if (!proving && !usualChanges.includes(what)) continue;
  test(`of a page with ${what} changed, no remote is run, and it says so`, async ({ browser }) => {
    const { siteUrl } = sharedHouse();
    const context = await browser.newContext({
      proxy: { server: proxy.server, bypass: '<-loopback>' },
    });
    const { page, ran, close } = await watch(context);
    // Once: what came is kept nowhere.
    proxy.tamper('/transfers', (body) => {
      if (proxy.changed() > 1) return body;
      return Buffer.from(
        body.toString().replace(/(id="release">.*?id="builds">.*?)(?=<\/script>)/s, (text) => {
          const changed = change(text);
          expect(changed).not.toBe(text);
          return changed;
        }),
      );
    });
    await page.goto(`${siteUrl}/transfers`);
    await expect(page.getByRole('alert')).toContainText('did not load');
    await expect(page.getByRole('link', { name: 'Load again' })).toBeVisible();
    expect([...ran].filter((path) => path.startsWith('/artifacts/mfe-'))).toEqual([]);
    await expect.poll(() => proxy.changed()).toBeGreaterThan(1);
    await page.getByRole('link', { name: 'Load again' }).click();
    await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
    await close();
  });
}

test('what the registry signed is what a page reads', async ({ page }) => {
  const answer = await page.request.get('/releases/current.json');
  const { remotes } = await readRelease(await answer.text(), openUnverified);
  expect(remotes.length).toBeGreaterThan(2);
  expect(flipByte(Buffer.from('abc')).toString()).toBe('acc');
});

/** Scripts and styles of the live builds that are not among `asked`. */
async function neverAsked(asked: ReadonlySet<string>): Promise<string[]> {
  const left: string[] = [];
  for (const app of ['shell', 'mfe-ledger', 'mfe-parties', 'mfe-auth']) {
    const { build, files } = await newestArtifact(app);
    for (const file of Object.keys(files)) {
      const path = `/artifacts/${app}/${build}/${file}`;
      // The one stands in the page, which has its hash in its policy; servers alone read the other.
      const isInPage = app === 'shell' && file === 'first.js';
      const isAsked = isInPage || file === 'server/entry.js' || asked.has(path);
      if (/\.(?:js|css)$/.test(file) && !isAsked) left.push(path);
    }
  }
  return left;
}

/** What kind of file it is, which app has it, and whether it is loaded late. */
function kindOf(path: string, html: string): string {
  const whose = path.startsWith('/artifacts/mfe-') ? 'a remote' : 'the shell';
  const what = path.endsWith('.css') ? 'style' : 'script';
  return html.includes(path.slice(path.lastIndexOf('/')))
    ? `${what} of ${whose}`
    : `late ${what} of ${whose}`;
}
