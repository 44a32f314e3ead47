import { expect, type Page } from '@playwright/test';
import { openUnverified, readRelease } from '@tallystick/contract/read-release';
import * as v from 'valibot';
import { openPage } from './house/open-page.ts';
import { loadable } from './house/release-site.ts';
import { rowsOf } from './house/rows.ts';
import { sharedHouse, test } from './house/test.ts';

const remotes = [
  { name: 'mfe-ledger', path: '/transfers', heading: 'Transactions' },
  { name: 'mfe-parties', path: '/user/ada', heading: 'Ada Ash' },
  { name: 'mfe-auth', path: '/auth', heading: 'Account Access' },
];

/** Paths of all artifacts' files that the page has asked for since. */
function watchArtifacts(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/artifacts/')) paths.push(pathname);
  });
  return paths;
}

async function release(page: Page) {
  const response = await page.request.get('/releases/current.json');
  return await readRelease(await response.text(), openUnverified);
}

for (const { name, path, heading } of remotes) {
  test(`${path} loads the shell's and ${name}'s artifacts, and no other`, async ({ page }) => {
    const asked = watchArtifacts(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, exact: true }).last()).toBeVisible();
    const document = await release(page);
    const base = document.remotes.find((remote) => remote.name === name)?.base ?? '';
    const shell = `/artifacts/${document.shell.name}/${document.shell.build}/`;
    expect(base).toContain(`/artifacts/${name}/`);
    expect(asked.some((file) => file.startsWith(base))).toBe(true);
    expect(asked.filter((file) => !file.startsWith(base) && !file.startsWith(shell))).toEqual([]);
    const running = await page.locator(`[data-part=${name}]`).getAttribute('data-build');
    expect(base).toContain(`/${running}/`);
  });
}

const manifestSchema = v.object({ name: v.string() });

test('every file that a page loads states its hash', async ({ page }) => {
  await page.goto('/transfers');
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  const unguarded = await page
    .locator('script[src]:not([integrity]), link[rel=stylesheet]:not([integrity])')
    .count();
  expect(unguarded).toBe(0);
});

test('a remote is loaded at the first visit to one of its pages, once', async ({ page }) => {
  const asked = watchArtifacts(page);
  await openPage(page, '/creator/north-college');
  await rowsOf(page).first().click();
  await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible();
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible();
  const entries = asked.filter((path) => path.endsWith('/remote-entry.js'));
  expect(entries.map((path) => path.split('/')[2]).toSorted()).toEqual([
    'mfe-ledger',
    'mfe-parties',
  ]);
});

/** What each stateful module writes and nothing else does, to be found in built code. */
const traces = {
  '@tallystick/shared/api': 'transfers/list/creator',
  '@tallystick/shared/realtime': 'tallystick-feed-1',
  '@tallystick/shared/site': 'site-configuration',
  react: 'react.transitional.element',
};

test('state is in the shell alone: no remote has a copy of a stateful module', async ({ page }) => {
  await page.goto('/');
  const { shell, remotes: released } = await release(page);
  const shellScripts = await page
    .locator('script[src]')
    .evaluateAll((scripts) => scripts.map((script) => script.getAttribute('src') ?? ''));
  const shellText = await readAll(
    page,
    shellScripts.filter((path) => path.startsWith(`/artifacts/${shell.name}/`)),
  );
  expect(holders(shellText)).toEqual(Object.keys(traces));
  for (const remote of released) {
    const { base, files } = await loadable(sharedHouse().siteUrl, remote);
    const scripts = Object.keys(files).filter((file) => file.endsWith('.js'));
    const text = await readAll(
      page,
      scripts.map((file) => base + file),
    );
    expect(holders(text)).toEqual([]);
  }
});

async function readAll(page: Page, paths: readonly string[]): Promise<string> {
  const answers = await Promise.all(paths.map((path) => page.request.get(path)));
  return (await Promise.all(answers.map((answer) => answer.text()))).join('\n');
}

function holders(text: string): string[] {
  return Object.entries(traces)
    .filter(([, trace]) => text.includes(trace))
    .map(([module]) => module);
}

test('one instance of each stateful module serves the shell and all remotes', async ({ page }) => {
  await openPage(page, '/transfers');
  await rowsOf(page).first().click();
  await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/(creator|consumer|checker)\//);
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { name: 'Account Access' }).last()).toBeVisible();

  // Every container has a share scope of its own, with the shell's modules in it.
  const sharing = await page.evaluate(`
    const { __INSTANCES__: instances } = window.__FEDERATION__;
    const scopeOf = ({ shareScopeMap }) => shareScopeMap.default;
    const modulesOf = (scope) => Object.values(scope).flatMap(Object.values).map(({ lib }) => lib());
    const shell = modulesOf(scopeOf(instances.find(({ name }) => name === 'shell')));
    // Each build has a function createContext of its own; what it calls is the same React.
    const isSame = (one, other) =>
      one === other ||
      ('createContext' in one &&
        Object.keys(one).every((name) => name === 'createContext' || one[name] === other[name]));
    instances
      .filter((one) => modulesOf(scopeOf(one)).every((module, n) => isSame(module, shell[n])))
      .filter((one, _n, all) => all.filter((other) => scopeOf(other) === scopeOf(one)).length === 1)
      .map(({ name }) => name);
  `);
  const { remotes: released } = await release(page);
  const builds = await Promise.all(released.map((one) => loadable(sharedHouse().siteUrl, one)));
  const names = builds.map(({ manifest }) => v.parse(manifestSchema, manifest).name);
  expect(sharing).toEqual(expect.arrayContaining(['shell', ...names]));
});
