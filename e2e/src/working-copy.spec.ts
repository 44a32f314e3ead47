import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { runDev, runUntilAnswers } from './house/run-dev.ts';
import { saveFile } from './house/save-file.ts';
import { sharedHouse, test } from './house/test.ts';

// The table "tried" of docs/remotes.md: a team's own development server behind `dev --site --remote`.

const serve = fileURLToPath(new URL('../foreign/serve.ts', import.meta.url));
const cli = fileURLToPath(new URL('../../platform/build/src/cli.ts', import.meta.url));

for (const bundler of ['webpack', 'vite']) {
  test(`${bundler}: what is saved replaces what is shown, with its state kept`, {
    tag: '@proof',
  }, async ({ page }) => {
    const folder = await mkdtemp(join(tmpdir(), `tallystick-${bundler}-`));
    const [own = 0, port = 0] = await freePorts(2);
    const remote = `http://localhost:${own}/mf-manifest.json`;
    // Vite tells of a change whoever listens as it is made, webpack's client also who comes later.
    let listens = bundler !== 'vite';
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).port !== `${own}`) return;
      socket.on('framereceived', () => {
        listens = true;
      });
    });
    const stopServer = await runUntilAnswers(folder, [serve, bundler, folder, `${own}`], remote);
    const site = sharedHouse().siteUrl;
    const stop = await runDev(folder, { cli, port, site }, '--remote', remote);
    const save = async (file: string, from: string, to: string) => {
      const path = join(folder, 'src', file);
      const before = await readFile(path, 'utf8');
      await saveFile(path, before.replace(from, to));
    };
    try {
      await page.goto(`http://localhost:${port}/edited`);
      await expect(page.getByText('first words')).toHaveCSS('color', 'rgb(1, 2, 3)');
      await expect.poll(() => listens).toBe(true);
      await page.getByLabel('Draft').fill('half a note');

      await save('words.jsx', 'first words', 'second words');
      await expect(page.getByText('second words')).toBeVisible();
      await save('page.jsx', 'As it was', 'As it is');
      await expect(page.getByRole('heading', { name: 'As it is' })).toBeVisible();
      await save('words.css', 'rgb(1, 2, 3)', 'rgb(4, 5, 6)');
      await expect(page.getByText('second words')).toHaveCSS('color', 'rgb(4, 5, 6)');
      await expect(page.getByLabel('Draft')).toHaveValue('half a note');
      await page.keyboard.press('Alt+Shift+KeyW');
      await expect(page.getByRole('dialog')).toContainText('it is the working copy of a developer');
    } finally {
      // A page that listens for changes says so when nobody makes any more.
      await page.goto('about:blank');
      await stop();
      await stopServer();
      await rm(folder, { recursive: true, force: true });
    }
  });
}
