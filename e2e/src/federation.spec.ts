import { expect, type Page } from '@playwright/test';
import { releaseDocumentSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';
import { test } from './house/test.ts';

const remotes = [
  { name: 'mfe-ledger', path: '/transfers', heading: 'Transactions' },
  { name: 'mfe-parties', path: '/user/ada', heading: 'User' },
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
  return v.parse(releaseDocumentSchema, await response.json());
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
  });
}

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
  await page.goto('/creator/north-college');
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
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
