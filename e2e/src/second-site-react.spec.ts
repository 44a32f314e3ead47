import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Running } from './house/command.ts';
import { bringNextReact, installedReact, nextReact } from './house/next-react.ts';
import { comesRendered, renderedRoot } from './house/rendered.ts';
import { saveFile } from './house/save-file.ts';
import { makeSecondSite, type SecondSite } from './house/second-site.ts';
import { test } from './house/test.ts';

// A site of somebody else moves to the next major of React, as its guide says, while its remote stays as it was built.

test.describe.configure({ mode: 'serial' });

let site: SecondSite;
let start: Running;
let before = '';

test.describe('a platform on the next React', { tag: '@proof' }, () => {
  test.beforeAll(async () => {
    test.setTimeout(900_000);
    site = await makeSecondSite();
    start = site.run('tallystick', 'start');
    await start.printed(/The site is ready: /);
    before = await installedReact(site.folder);
    await bringNextReact(site);
    await site.type('npm install ./kit/*.tgz');
  });
  test.afterAll(async () => {
    start?.child.kill('SIGTERM');
    await start?.ended;
    await site?.remove();
  });

  const heading = (page: Page) => page.getByRole('heading', { level: 1 });
  const release = (line: string) => site.type(`npm run release -- ${line} --reason "next React"`);
  const refusal = (line: string) => release(line).then(() => 'It was not refused.', String);

  async function publish(app: string): Promise<string> {
    await site.type(`npm run build -w ${app}`);
    return await site.type(`npm run release -- publish ${app}`);
  }

  /** Opens the first page and goes to the second; the versions of React DOM that came with them. */
  async function walk(page: Page, title: string): Promise<string[]> {
    const texts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) texts.push(response.text().catch(() => ''));
    });
    await page.goto(site.siteUrl);
    await expect(heading(page)).toHaveText(title);
    await page.getByRole('link', { name: 'Rye' }).click();
    await expect(heading(page)).toHaveText('Rye');
    const all = (await Promise.all(texts)).join('\n');
    return [...all.matchAll(/reconcilerVersion:"([^"]+)"/g)]
      .map(([, version = '']) => version)
      .sort();
  }

  test('is refused where the shell brings no React of before, with a way out', async () => {
    const needs = `needs react/jsx-runtime ^${before}, shell `;
    expect(await publish('shell')).toContain(needs);
    const said = await refusal('promote shell');
    expect(said).toContain(needs);
    expect(said).toContain(`provides ${nextReact}. Promote a build of mfe-breads that fits first`);
    expect(said).toContain('or all as one revision: promote shell mfe-breads.');
  });

  test('shows a remote of before by the React of before, and goes back', async ({ page }) => {
    const [major = ''] = before.split('.');
    await site.type(`npm pkg set 'overrides.react-dom-${major}.react=$react'`);
    const packages = ['react', 'react-dom'].map(
      (name) => `dependencies.${name}-${major}=npm:${name}@${before}`,
    );
    await site.type(`npm pkg set -w shell ${packages.join(' ')}`);
    await site.type('npm install');
    expect(await publish('shell')).not.toContain('does not fit');
    expect(await release('promote shell')).toContain('Done: ');
    // It is drawn in a root of its own, which no server renders.
    await expect.poll(async () => (await fetch(site.siteUrl)).text()).not.toContain(renderedRoot);
    expect(await walk(page, 'Breads of the day')).toEqual([before, nextReact]);
    expect(await release('rollback shell')).toContain('Done: ');
    await comesRendered(site.siteUrl);
    expect(await walk(await page.context().newPage(), 'Breads of the day')).toEqual([before]);
    await release('promote shell');
  });

  test('shows a remote that is built anew by its own React, and goes back with it', async ({
    page,
  }) => {
    const file = join(site.folder, 'mfe-breads/src/routes.tsx');
    const text = await readFile(file, 'utf8');
    await saveFile(file, text.replace('Breads of the day', 'Breads of tomorrow'));
    await publish('mfe-breads');
    expect(await release('promote mfe-breads')).toContain('Done: ');
    expect(await comesRendered(site.siteUrl)).toContain('<h1>Breads of tomorrow</h1>');
    expect(await walk(page, 'Breads of tomorrow')).toEqual([nextReact]);
    expect(await refusal('rollback shell')).toContain(
      'What belongs together goes back as one revision: rollback shell mfe-breads',
    );
    expect(await release('rollback shell mfe-breads')).toContain('Done: ');
    expect(await comesRendered(site.siteUrl)).toContain('<h1>Breads of the day</h1>');
  });
});
