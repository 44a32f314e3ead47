import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { type ForeignRemote, makeForeignRemote } from './house/foreign-remote.ts';
import { runRelease } from './house/house.ts';
import { currentRelease } from './house/release-site.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { sharedHouse, test } from './house/test.ts';

// `tallystick-build dev --site`: a remote as its team writes it, in the pages of a released site.

let side: SideHouse;
let team: ForeignRemote;
let stop: () => Promise<void>;
let here: string;

test.beforeAll(async () => {
  side = await startSideHouse(sharedHouse());
  team = await makeForeignRemote('mfe-notes');
  const [port = 0] = await freePorts(1);
  here = `http://localhost:${port}`;
  const file = join(team.folder, 'src/page.tsx');
  const page = await readFile(file, 'utf8');
  await writeFile(
    file,
    page
      .replace('import', "import { useState } from 'react';\nimport")
      .replace('  return (', "  const [draft, setDraft] = useState('');\n  return (")
      .replace(
        '</p>',
        '</p>\n<label>Draft <input value={draft} onChange={(event) => setDraft(event.target.value)} /></label>',
      ),
  );
  stop = await team.dev(port, side.siteUrl);
});
test.afterAll(async () => {
  await stop?.();
  await team?.remove();
  await side?.close();
});

const runningIn = (page: Page, app: string) =>
  page.locator(`[data-part="${app}"]`).first().getAttribute('data-build');

test('is shown in the site, changes as it is saved, and is nobody else’s', async ({ page }) => {
  const before = await (await fetch(side.siteUrl)).text();
  const { shell, remotes } = await currentRelease(side);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));

  await page.goto(`${here}/notes`);
  await expect(page.getByText('mfe-notes is your working copy.')).toBeVisible();
  await expect(page.getByText('0 transfers are on record.')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-build', shell.build);
  expect(await runningIn(page, 'mfe-notes')).toMatch(/^0\.0\.0-dev-[0-9a-f]{12}$/);

  await page.getByLabel('Draft').fill('half a note');
  const file = join(team.folder, 'src/page.tsx');
  const source = await readFile(file, 'utf8');
  await writeFile(file, source.replace('transfers are on record', 'transfers so far'));
  await expect(page.getByText('0 transfers so far.')).toBeVisible();
  await expect(page.getByLabel('Draft')).toHaveValue('half a note');
  const styles = join(team.folder, 'src/page.module.css');
  await writeFile(styles, (await readFile(styles, 'utf8')).replace('var(--ink)', 'rgb(1, 2, 3)'));
  await expect(page.getByText('0 transfers so far.')).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(page.getByLabel('Draft')).toHaveValue('half a note');

  await page.getByRole('banner').getByRole('link', { name: 'Transfers', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Transactions' }).first()).toBeVisible();
  const ledger = remotes.find(({ name }) => name === 'mfe-ledger');
  expect(await runningIn(page, 'mfe-ledger')).toBe(ledger?.build);

  expect(sent.filter((url) => !url.startsWith(here))).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
  expect(await runRelease(side.environment, 'status')).not.toContain('mfe-notes');
  expect(await (await fetch(side.siteUrl)).text()).toBe(before);
  await page.goto('about:blank');
});
