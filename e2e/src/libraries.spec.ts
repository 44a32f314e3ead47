import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { inProject } from '@tallystick/tools/src/project.ts';
import { buildLibraries, installedVersion } from '../libraries/build.ts';
import { buildWithWebpack } from '../libraries/build-webpack.ts';
import { type Library, libraries, monacoPolicies } from '../libraries/libraries.ts';
import { partOf } from '../libraries/part.ts';
import { comesLive } from './house/comes-live.ts';
import { runRelease } from './house/house.ts';
import { openedSite } from './house/opened-site.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { markdownTable } from './house/tables.ts';
import { houseTimeout, sharedHouse } from './house/test.ts';

// Fifty libraries, installed and built as teams do, each in a page of the site. It is looked at under the strict policy,
// and with what the site has to open for it. The table is in docs/remotes.md. Four of them are built by webpack, too.

/** At least so many work with openings. */
const atLeast = 49;
/** Pages at a time. */
const atOnce = 5;
/** Milliseconds in which a library has to show what it draws; where it lacks an opening and was refused, and else. */
const refusedMs = 8_000;
const patienceMs = 25_000;
const guide = inProject('docs/remotes.md');
/** Names some of them, and a folder in which they are built. */
const { LIBRARIES = '', LIBRARIES_WRITE, LIBRARIES_FOLDER } = process.env;
const chosen = libraries.filter(
  ({ page }) => LIBRARIES === '' || LIBRARIES.split(',').includes(page),
);

/** What came of a library in a page. */
interface Shown {
  isRight: boolean;
  breaches: readonly string[];
}

let house: SideHouse;
let folder: string;

test('fifty libraries that teams use, and what a site opens for each', {
  tag: '@proof',
}, async ({ browser }) => {
  await ship(house, folder);
  const strict = await showAll(browser, house, chosen, () => ({}));
  const needing = chosen.filter(needsOpenings);
  const opened = await showAll(browser, house, needing, ({ openings }) => openings);
  const rows = await Promise.all(
    chosen.map(async (library) => [
      `${library.name} ${await installedVersion(folder, library.name)}`,
      wordOf(strict.get(library)),
      needsOpenings(library) ? openingWords(library) : '–',
      wordOf(opened.get(library) ?? strict.get(library)),
    ]),
  );
  const table = markdownTable(['library', 'strict', 'opened', 'then'], rows);
  console.log(table);
  if (chosen.length < libraries.length) return;
  const text = await readFile(guide, 'utf8');
  const written = text.replace(/(?<=<!-- libraries -->\n\n).*?(?=\n\n<!-- -->)/s, table);
  if (LIBRARIES_WRITE === 'on') await writeFile(guide, written);
  else expect(text).toBe(written);
  expect(rows.filter(([, , , then]) => then !== 'no').length).toBeGreaterThanOrEqual(atLeast);
});

test('MUI, TanStack Query, ECharts and Monaco, built by webpack, with what they need', {
  tag: '@proof',
}, async ({ browser }) => {
  const openings = { injectedStyles: true, cleanedMarkup: true, policies: monacoPolicies };
  const app = 'lib-webpack';
  const dist = await buildWithWebpack(folder);
  const pages = ['mui', 'tanstack-query', 'echarts', 'monaco'];
  const routes = pages.map((page) => ({ path: `/webpack/${page}`, page }));
  const declaration = { name: app, title: 'By webpack', routes, menu: [] };
  await writeFile(join(dist, 'remote.json'), JSON.stringify(declaration));
  const said = await runRelease(house.environment, 'publish', dist, '--version', '1.0.0');
  expect(said).not.toContain('check:');
  await runRelease(house.environment, 'promote', app, '--reason', 'as teams with webpack');
  const [, build = ''] = /(?:published|unchanged) \S+@(\S+)/.exec(said) ?? [];
  await comesLive(house, app, build);
  await house.site.end('SIGTERM');
  await house.site.start(await openedSite(house.dataDir, openings));
  const shown = await Promise.all(pages.map((page) => show(browser, house, `webpack/${page}`)));
  expect(shown).toEqual(pages.map(() => ({ isRight: true, breaches: [] })));
});

test.beforeAll(async () => {
  // npm installs a gigabyte.
  test.setTimeout(10 * houseTimeout);
  house = await startSideHouse(sharedHouse());
  folder = LIBRARIES_FOLDER ?? (await mkdtemp(join(tmpdir(), 'tallystick-libraries-')));
  if (LIBRARIES_FOLDER === undefined) await buildLibraries(folder);
});
test.afterAll(async () => {
  await house?.close();
  if (LIBRARIES_FOLDER === undefined && folder !== undefined) {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Publishes a build of each library, and makes all of them live at once. */
async function ship({ environment, ...house }: SideHouse, folder: string): Promise<void> {
  const apps = chosen.map(({ page }) => `lib-${page}`);
  const parts: string[] = [];
  for (const { page } of chosen) parts.push(await partOf(folder, `lib-${page}`, page));
  const said = await runRelease(environment, 'publish', ...parts, '--version', '1.0.0');
  await runRelease(environment, 'promote', ...apps, '--reason', 'the libraries of teams');
  const [, app = '', build = ''] = /(?:published|unchanged) (\S+)@(\S+)/.exec(said) ?? [];
  await comesLive(house, app, build);
}

/** Shows each library in a site of its own openings; the site starts once for all that need the same. */
async function showAll(
  browser: Browser,
  house: SideHouse,
  all: readonly Library[],
  openingsOf: (library: Library) => Library['openings'],
): Promise<ReadonlyMap<Library, Shown>> {
  const shown = new Map<Library, Shown>();
  const groups = Map.groupBy(all, (library) => JSON.stringify(openingsOf(library)));
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    await house.site.end('SIGTERM');
    await house.site.start(await openedSite(house.dataDir, openingsOf(first)));
    for (let at = 0; at < group.length; at += atOnce) {
      const some = group.slice(at, at + atOnce);
      await Promise.all(
        some.map(async (library) => {
          const lacks = openingsOf(library) !== library.openings && needsOpenings(library);
          shown.set(library, await show(browser, house, `libraries/${library.page}`, lacks));
        }),
      );
    }
  }
  return shown;
}

async function show(
  browser: Browser,
  house: SideHouse,
  path: string,
  lacks = false,
): Promise<Shown> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const breaches = await watchBreaches(page);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  await page.goto(`${house.siteUrl}/${path}`);
  const right = page.locator('#library[data-right=yes]');
  const comes = (timeout: number) =>
    right.waitFor({ state: 'attached', timeout }).then(
      () => true,
      () => false,
    );
  const isRight =
    (await comes(refusedMs)) ||
    ((!lacks || (await breaches()).length === 0) && (await comes(patienceMs - refusedMs)));
  const found = { isRight, breaches: await breaches() };
  if (!isRight || found.breaches.length > 0) console.log(path, found, errors.slice(0, 4));
  await context.close();
  return found;
}

/** Whether it needs anything of the site. */
function needsOpenings({ openings }: Library): boolean {
  return Object.keys(openings).length > 0;
}

async function watchBreaches(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Reflect.set(globalThis, 'breaches', seen);
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, sample, blockedURI }) =>
        seen.push(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
  return () => page.evaluate<string[]>("globalThis['breaches']");
}

function wordOf(shown: Shown | undefined): string {
  if (shown?.isRight !== true) return 'no';
  return shown.breaches.length === 0 ? 'yes' : 'with breaches';
}

/** Such as `injectedStyles, policies: lit-html`. */
function openingWords({ openings }: Library): string {
  return Object.entries(openings)
    .map(([name, value]) => (typeof value === 'boolean' ? name : `${name}: ${value.join(' ')}`))
    .join(', ');
}
