import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { packKit } from '@tallystick/tools/src/kit/pack-kit.ts';
import { inProject } from '@tallystick/tools/src/project.ts';
import { comesLive } from './house/comes-live.ts';
import { execute } from './house/foreign-remote.ts';
import { guideFile } from './house/guide.ts';
import { runRelease } from './house/house.ts';
import { openedSite } from './house/opened-site.ts';
import { type Desk, openDesk } from './house/release-desk.ts';
import { comesRendered, openRendered } from './house/rendered.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';

// Remotes of other frameworks in pages of the site, installed with npm and built as their teams do. They are the templates
// of `tallystick-build new --framework`, and the example of the team's guide.

/** What the site has to open for each (docs/remotes.md). */
const openings = {
  vue: { policies: ['vue'] },
  svelte: {},
  lit: { policies: ['lit-html'] },
  angular: {},
  solid: { cleanedMarkup: true },
} as const;
type Framework = keyof typeof openings;
const all = ['lit', 'angular', 'svelte', 'vue'] as const;
/** Templates whose pages the site server renders. */
const rendered: readonly Framework[] = ['vue', 'svelte'];
/** Names some of them, and a folder in which they are built. */
const { FRAMEWORKS = '', FRAMEWORKS_FOLDER } = process.env;
const chosen = all.filter((one) => FRAMEWORKS === '' || FRAMEWORKS.split(',').includes(one));

let house: SideHouse;
let desk: Desk;
let place: string;

test.describe.configure({ mode: 'serial' });
test.use({ actionTimeout: 60_000 });

test.beforeAll(async () => {
  test.setTimeout(10 * houseTimeout);
  house = await startSideHouse(sharedHouse());
  desk = await openDesk(house);
  place = FRAMEWORKS_FOLDER ?? (await mkdtemp(join(tmpdir(), 'tallystick-frameworks-')));
  if (!existsSync(join(place, 'kit'))) await packKit(join(place, 'kit'), 'team');
});
test.afterAll(async () => {
  await house?.close();
  if (FRAMEWORKS_FOLDER === undefined && place !== undefined) {
    await rm(place, { recursive: true, force: true });
  }
});

const appOf = (framework: Framework) => `mfe-${framework}`;

async function run(folder: string, ...words: string[]): Promise<void> {
  const [program = '', ...parameters] = words;
  // Where a company looks into what npm fetches, its certificates.
  const { NODE_EXTRA_CA_CERTS = '' } = process.env;
  const { exitCode, output } = await execute(program, parameters, folder, { NODE_EXTRA_CA_CERTS });
  if (exitCode !== 0) throw new Error(`${words.join(' ')} in ${folder}\n${output}`);
}

/** Makes the remote of a framework from its template, unless it is there, and publishes two builds of it. */
async function make(framework: (typeof all)[number]) {
  const app = appOf(framework);
  const folder = join(place, app);
  if (!existsSync(folder)) {
    await fromTemplate(app, framework);
    await run(folder, 'npm', 'install', '--no-audit', '--no-fund');
  }
  const first = await buildAndPublish(folder);
  const file = join(folder, 'src/things.ts');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace("'Rye'", "'Rye bread'"));
  const next = await buildAndPublish(folder);
  await writeFile(file, text);
  return { first, next };
}

const fromTemplate = (app: string, framework: string) =>
  run(
    place,
    ...[process.execPath, inProject('platform/build/src/cli.ts'), 'new', app],
    ...['--framework', framework, '--kit', 'kit'],
  );

async function buildAndPublish(folder: string): Promise<string> {
  await run(folder, 'npm', 'run', 'build');
  const said = await runRelease(house.environment, 'publish', join(folder, 'dist'));
  return /(?:published|unchanged) \S+@(\S+)/.exec(said)?.[1] ?? '';
}

async function promote(app: string, build: string): Promise<void> {
  await desk.change({ kind: 'promote', builds: { [app]: build }, reason: 'the tests want it' });
  await comesLive(house, app, build);
}

/** Starts the site anew with these openings. */
async function openSite(opened: Record<string, boolean | readonly string[]>): Promise<void> {
  await house.site.end('SIGTERM');
  await house.site.start(await openedSite(house.dataDir, opened));
}

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page, name: string) =>
  main(page).getByRole('heading', { level: 1, name, exact: true });

for (const framework of chosen) {
  const app = appOf(framework);
  const title = `${framework.charAt(0).toUpperCase()}${framework.slice(1)}`;

  test(`pages of ${framework}: data, styles, links, forms, and a recall`, {
    tag: '@proof',
  }, async ({ page }) => {
    test.setTimeout(5 * houseTimeout);
    const { first, next } = await make(framework);
    await openSite(openings[framework]);
    await promote(app, first);
    await promote(app, next);
    await page.goto(`${house.siteUrl}/transfers`);
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();

    await test.step('it comes by its menu entry, with its data and its styles', async () => {
      const entry = page.getByRole('link', { name: title, exact: true }).first();
      // Where the menu is full its last entries are behind a button.
      if (!(await entry.isVisible())) await page.getByRole('button', { name: 'More' }).click();
      await entry.click();
      await expect(heading(page, title)).toBeVisible();
      await expect(main(page).getByRole('listitem')).toHaveText(['Rye bread', 'Spelt', 'Baguette']);
      await expect(link(page, 'Rye bread')).toHaveCSS('font-style', 'italic');
      await expect(page.locator(`[data-part=${app}]`)).toHaveAttribute('data-build', next);
    });

    await test.step('its form leads to an address, for which its loader runs again', async () => {
      await main(page).getByLabel('Name').fill('spelt');
      await main(page).getByRole('button', { name: 'Find' }).click();
      await expect(page).toHaveURL(/\?q=spelt$/);
      await expect(main(page).getByRole('listitem')).toHaveText(['Spelt']);
      await page.goBack();
      await expect(main(page).getByRole('listitem')).toHaveCount(3);
    });

    await test.step('its plain link is one of the site; its field changes what is shown', async () => {
      await page.evaluate(() => Object.assign(window, { same: true }));
      await link(page, 'Rye bread').click();
      await expect(heading(page, 'Rye bread')).toBeVisible();
      await expect(page).toHaveTitle(/^Rye bread/);
      await main(page).getByLabel('How many').fill('3');
      await expect(main(page).getByText('3 × Rye bread')).toBeVisible();
      expect(await page.evaluate(() => Reflect.get(window, 'same'))).toBe(true);
    });

    await test.step('a page of React, and back', async () => {
      await page.getByRole('link', { name: 'Transfers', exact: true }).first().click();
      await expect(page).toHaveURL(/\/transfers$/);
      await expect(heading(page, 'Transactions')).toBeVisible();
      await page.goBack();
      await expect(heading(page, 'Rye bread')).toBeVisible();
    });

    if (rendered.includes(framework)) {
      await test.step('the site server renders it, and the browser goes on with that', async () => {
        const address = `${house.siteUrl}/${framework}`;
        expect(await comesRendered(address, app)).toContain('>Spelt</a>');
        await page.addInitScript(() => {
          document.addEventListener('DOMContentLoaded', () =>
            Object.assign(window, { first: document.querySelector('main a[href$="/spelt"]') }),
          );
        });
        await openRendered(page, address);
        await expect(page.locator('html')).toHaveAttribute('data-shown');
        await main(page).getByLabel('Name').fill('spelt');
        await main(page).getByRole('button', { name: 'Find' }).click();
        await expect(main(page).getByRole('listitem')).toHaveText(['Spelt']);
        const isSame = () =>
          page.evaluate(
            () => Reflect.get(window, 'first') === document.querySelector('main a[href$="/spelt"]'),
          );
        expect(await isSame()).toBe(true);
        await page.goto(`${address}/rye`);
      });
    }

    await test.step('a recall replaces it, in this tab', async () => {
      await desk.change({
        ...{ kind: 'rollback', apps: [app], to: { [app]: first } },
        ...{ recall: true, reason: 'the tests want it' },
      });
      await expect(heading(page, 'Rye')).toBeVisible();
      await expect(page.locator(`[data-part=${app}]`)).toHaveAttribute('data-build', first);
    });
  });
}

const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true });

test('one page of React with a widget of each', { tag: '@proof' }, async ({ page }) => {
  test.setTimeout(houseTimeout);
  const opened = chosen.map(
    (framework): Partial<Record<string, readonly string[] | boolean>> => openings[framework],
  );
  const policies = opened.flatMap(({ policies: names }) => (Array.isArray(names) ? names : []));
  await openSite({ policies });
  const folder = await widgetsPage(chosen.map(appOf));
  const said = await runRelease(house.environment, 'publish', folder, '--version', '1.0.0');
  const build = /mfe-widgets@(\S+)/.exec(said)?.[1] ?? '';
  await promote('mfe-widgets', build);
  await page.goto(`${house.siteUrl}/widgets`);
  for (const framework of chosen) {
    const card = page.locator(`[data-part=mfe-widgets] [data-part=${appOf(framework)}]`);
    await expect(card).toContainText('Light, with a nutty crust.');
    await expect(card.getByText('Spelt')).toHaveCSS('font-style', 'italic');
  }
  await main(page).getByRole('button', { name: 'Rye' }).click();
  for (const framework of chosen) {
    const card = page.locator(`[data-part=mfe-widgets] [data-part=${appOf(framework)}]`);
    await expect(card).toContainText('Dark, sour, good for a week.');
  }
});

/** A remote without a bundler, whose page of React shows a widget of each of these apps. */
async function widgetsPage(apps: readonly string[]): Promise<string> {
  const folder = join(place, 'mfe-widgets');
  await cp(inProject('e2e/foreign/widgets'), folder, { recursive: true });
  const file = join(folder, 'remoteEntry.js');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('APPS', apps.join(' ')));
  return folder;
}

test('the example of the team’s guide, with Solid', { tag: '@proof' }, async ({
  page,
  expectComplaint,
}) => {
  test.setTimeout(3 * houseTimeout);
  await openSite(openings.solid);
  const folder = join(place, 'mfe-solid');
  await rm(folder, { recursive: true, force: true });
  await fromTemplate('mfe-solid', 'lit');
  await writeFile(join(folder, 'src/routes.tsx'), await guideFile('solid'));
  const config = await readFile(join(folder, 'vite.config.ts'), 'utf8');
  await writeFile(
    join(folder, 'vite.config.ts'),
    `import solid from 'vite-plugin-solid';\n${config
      .replaceAll('src/routes.ts', 'src/routes.tsx')
      .replace('plugins: [', 'plugins: [solid(), ')}`,
  );
  await run(
    folder,
    ...['npm', 'install', '--no-audit', '--no-fund', '--save-exact'],
    ...['solid-js@1.9.20', 'vite-plugin-solid@2.11.14'],
  );
  await promote('mfe-solid', await buildAndPublish(folder));
  await page.goto(`${house.siteUrl}/solid/rye`);
  await expect(heading(page, 'Rye')).toBeVisible();
  await page.goto(`${house.siteUrl}/solid`);
  await link(page, 'Spelt').click();
  await expect(heading(page, 'Spelt')).toBeVisible();
  if (!chosen.includes('vue')) return;
  // Vue without the policy that it makes.
  expectComplaint(/polic/i);
  await page.goto(`${house.siteUrl}/vue/rye`);
  await expect(heading(page, 'Rye')).toBeVisible();
});
