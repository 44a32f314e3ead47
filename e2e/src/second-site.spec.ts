import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { filesBelow } from '@tallystick/contract/file-hashes';
import { proving } from '@tallystick/contract/testing/proof';
import { freePorts } from '@tallystick/store/free-ports.testing';
import type { Running } from './house/command.ts';
import { comesRendered } from './house/rendered.ts';
import { makeSecondSite, type SecondSite } from './house/second-site.ts';
import { houseTimeout, test } from './house/test.ts';

// A site of somebody else's: from an empty folder to a release that is taken back.

test.describe.configure({ mode: 'serial' });

let site: SecondSite;
let start: Running;
let files: readonly string[];

test.beforeAll(async () => {
  // A proof installs by npm from its registry, and takes as long as these do.
  test.setTimeout(proving ? 600_000 : houseTimeout);
  site = await makeSecondSite();
  files = filesBelow(site.folder).filter(
    (path) => !/^(kit|node_modules)\/|^(\.gitignore|package-lock\.json)$/.test(path),
  );
  start = site.run('tallystick', 'start');
  await start.printed(/The site is ready: /);
});
test.afterAll(async () => {
  start?.child.kill('SIGTERM');
  await start?.ended;
  await site?.remove();
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('is ten files, none of which names a ledger, and its types are right', async () => {
  expect(files.length).toBeLessThanOrEqual(10);
  const texts = await Promise.all(files.map((path) => readFile(join(site.folder, path), 'utf8')));
  expect(texts.join('\n')).not.toMatch(/ledger|transfer|party|tallystick-shared/i);
  await site.type('npm run types');
});

test('comes rendered, and leads on', async ({ page }) => {
  expect(await comesRendered(site.siteUrl)).toContain('<h1>Breads of the day</h1>');
  await page.goto(site.siteUrl);
  await expect(heading(page)).toHaveText('Breads of the day');
  await page.getByRole('link', { name: 'Spelt' }).click();
  await expect(heading(page)).toHaveText('Spelt');
  await expect(page).toHaveTitle('Bread • Bakery');
  await page.goto(`${site.siteUrl}/bread/none`);
  await expect(heading(page)).toHaveText('Not Found');
});

test('shows a remote as it is saved, and to nobody else', { tag: '@proof' }, async ({ page }) => {
  const port = Number(new URL(site.siteUrl).port) + 1_000;
  const here = `http://localhost:${port}`;
  const dev = site.run(
    'tallystick-build',
    ...['dev', 'mfe-breads', '--site', site.siteUrl, '--port', `${port}`],
  );
  try {
    await dev.printed(/mfe-breads is your working copy/);
    await page.goto(here);
    await expect(page.getByText('mfe-breads is your working copy.')).toBeVisible();
    await expect(heading(page)).toHaveText('Breads of the day');
  } finally {
    dev.child.kill('SIGTERM');
    await dev.ended;
  }
});

test('takes a release back, out of open tabs too', async ({ page }) => {
  await page.goto(site.siteUrl);
  await site.publishNext('Breads of the day', 'Breads of tomorrow');
  await expect(heading(page)).toHaveText('Breads of the day');
  await site.type('npm run release -- promote mfe-breads --reason "new words"');
  await page.goto(site.siteUrl);
  await expect(heading(page)).toHaveText('Breads of tomorrow');
  await site.type('npm run release -- rollback mfe-breads --recall --reason "old words"');
  await expect(heading(page)).toHaveText('Breads of the day');
});

test('gives a build to a share of browsers', { tag: '@proof' }, async ({ browser }) => {
  await site.publishNext('Breads of tomorrow', 'Breads of the week');
  const promote = 'npm run release -- promote mfe-breads --reason "half of them"';
  await site.type(`${promote} --percent 50`);
  const seen = new Set<string>();
  for (let visitor = 0; visitor < 20; visitor += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(site.siteUrl);
    await expect(heading(page)).toHaveText(/^Breads /);
    seen.add((await heading(page).textContent()) ?? '');
    await context.close();
  }
  expect([...seen].sort()).toEqual(['Breads of the day', 'Breads of the week']);
  await site.type('npm run release -- abort mfe-breads --reason "enough"');
});

test('shows a build to who has its link, and to nobody else', { tag: '@proof' }, async ({
  browser,
}) => {
  await site.publishNext('Breads of the week', 'Breads of the month');
  const said = await site.type('npm run release -- preview mfe-breads');
  const link = /http:\/\/\S+/.exec(said)?.[0] ?? '';
  const [who, nobody] = await Promise.all([browser.newContext(), browser.newContext()]);
  const page = await who.newPage();
  await page.goto(link);
  await page.getByRole('button').first().click();
  await expect(heading(page)).toHaveText('Breads of the month');
  const other = await nobody.newPage();
  await other.goto(site.siteUrl);
  await expect(heading(other)).toHaveText('Breads of the day');
  await Promise.all([who.close(), nobody.close()]);
});

/** Builds the shell with another version of the kit, as if that was installed, and asks for it to be live. */
async function promoteShellOn(version: string): Promise<string> {
  const file = join(site.folder, 'node_modules/@tallystick/shell-kit/package.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/"version": ".*"/, `"version": "${version}"`));
  await site.type('npm run build -w shell');
  await site.type('npm run release -- publish shell');
  return await site
    .type('npm run release -- promote shell --reason "another kit"')
    .catch((error: unknown) => String(error));
}

test('moves on to a newer kit while its remotes stay, and back', { tag: '@proof' }, async ({
  page,
}) => {
  expect(await promoteShellOn('1.1.0')).toContain('Done: ');
  await page.goto(site.siteUrl);
  await expect(heading(page)).toHaveText('Breads of the day');
  await page.getByRole('link', { name: 'Rye' }).click();
  await expect(heading(page)).toHaveText('Rye');
  expect(await promoteShellOn('2.0.0')).toContain('needs @tallystick/shell-kit/router ^1.0.0');
  await site.type('npm run release -- rollback shell --reason "back again"');
  await page.goto(site.siteUrl);
  await expect(heading(page)).toHaveText('Breads of the day');
});

test('is backed up while it runs, and is back elsewhere', { tag: '@proof' }, async () => {
  const said = await site.type('npm run backup -- bakery.tar');
  const head = /^Head of the audit log, .*: ([0-9a-f]{64})$/m.exec(said)?.[1];
  const [sitePort, adminPort] = await freePorts(2);
  const elsewhere = site.commandsWith({
    DATA_DIR: join(site.folder, '.data-restored'),
    SITE_PORT: `${sitePort}`,
    ADMIN_PORT: `${adminPort}`,
  });
  const restored = await elsewhere.type(`npm run restore -- bakery.tar --head ${head}`);
  expect(restored).toContain('The history of releases is whole: ');
  expect(await elsewhere.type('npm run migrate -- --plan')).toContain('nothing to do.');
  const servers = elsewhere.run('tallystick', 'serve', 'site', 'admin');
  try {
    await servers.printed(/Site server is ready: /);
    const history = 'npm run -s release -- history --json';
    expect(await elsewhere.type(history)).toBe(await site.type(history));
    expect(await elsewhere.type('npm run release -- verify')).toContain('History is whole:');
    const html = await comesRendered(`http://localhost:${sitePort}`);
    expect(html).toContain('<h1>Breads of the day</h1>');
  } finally {
    servers.child.kill('SIGTERM');
    await servers.ended;
  }
});

test('ends with all that it has started', async () => {
  start.child.kill('SIGINT');
  expect(await start.ended).toBe(0);
  expect(start.output()).toContain('Ending everything');
});
