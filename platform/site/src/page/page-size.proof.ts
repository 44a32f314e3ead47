import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestRegistry, openTestSite, type TestRegistry } from '../site.testing.ts';

const words = `almanac archive audit badge batch branch budget calendar catalog charter claim convoy
contract courier currency deposit digest dispute docket estate forecast gateway grant harbour holding
index inquiry invoice journal keyring lease licence mandate market notice offer outlet parcel patent
pension permit policy quarry receipt register reserve roster schedule tariff treaty`.split(/\s+/);

/** Bytes by which a page may be larger with 50 remotes than with 3: 3 % of a first visit's 160 KB. */
const mostMore = 4_800;

let kept: TestRegistry;
beforeAll(async () => {
  kept = await openTestRegistry();
});
afterAll(() => kept.close());

const wordAt = (n: number) => words[n % words.length] ?? '';

/** Some words, others for each `n`. */
function sentence(n: number, count: number): string {
  return Array.from({ length: count }, (_, at) => wordAt(n * 7 + at * (n + 3) + at * at)).join(' ');
}

/** What a remote of real size declares: routes, a banner, a menu entry, two widgets; one in five has a new route in version 2. */
function declared(n: number, version: number): object {
  const word = wordAt(n);
  const banner = { title: sentence(n + 1, 4), text: sentence(n + 2, 7) };
  return {
    title: `The ${word}s`,
    routes: [
      {
        path: `/${word}`,
        page: `All ${word}s`,
        description: sentence(n + version, 9),
        layout: { media: { link: 'banner.svg', data: banner } },
      },
      { path: `/${word}/:id`, page: `One ${word}`, description: sentence(n + 3, 8) },
      ...[n + 11, n + 23].slice(0, n % 5 === 0 ? version : 2).map((other) => ({
        path: `/${word}/:id/${wordAt(other)}`,
        page: `Its ${wordAt(other)}`,
        layout: { main: { size: 'small' } },
      })),
      { path: `/${word}/new`, page: `New ${word}` },
    ],
    menu: [
      {
        name: word,
        text: `${word}s`,
        icon: 'list',
        link: word,
        user: ['user', 'team'],
        subs: ['lite'],
        actv: true,
        order: 100 + n,
      },
    ],
    exposes: [`./${word}-card`, `./${word}-count`],
  };
}

function filesOf(n: number) {
  const none = { sync: [], async: [] };
  const exposes = ['routes', `${wordAt(n)}-card`, `${wordAt(n)}-count`].map((name) => ({
    path: `./${name}`,
    assets: { js: none, css: none },
  }));
  const metaData = { remoteEntry: { name: 'remote-entry.js' } };
  return { 'banner.svg': '<svg/>', 'mf-manifest.json': JSON.stringify({ metaData, exposes }) };
}

/** Bytes of the page of Home, as it is sent, of a site with so many remotes, each with another build to fall back to. */
async function sizeOfHome(count: number): Promise<number> {
  const site = await openTestSite(kept);
  await site.promote({ shell: await site.publish('shell', shell) });
  for (const version of [1, 2]) {
    const builds: Record<string, string> = {};
    for (let n = 0; n < count; n += 1) {
      const app = `mfe-${wordAt(n)}`;
      builds[app] = await site.publish(app, filesOf(n), declared(n, version));
    }
    await site.promote(builds);
  }
  const { body, statusCode } = await site.get('/');
  await site.server.close();
  expect(statusCode).toBe(200);
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
}

const shell = { 'reads-declarations.txt': 'yes', 'reads-outlines.txt': 'yes' };

it('is hardly larger with fifty remotes than with three', async () => {
  const few = await sizeOfHome(3);
  const many = await sizeOfHome(50);
  expect(many - few).toBeLessThan(mostMore);
});
