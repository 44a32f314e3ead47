import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { makeForeignRemote } from '@tallystick/e2e/src/house/foreign-remote.ts';
import type { House } from '@tallystick/e2e/src/house/house.ts';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { compared, inUnits, type Measured } from '../../measures/measures.ts';
import { median, timed } from '../../measures/times.ts';
import { withSiteInBrowser } from '../../servers/with-site.ts';
import { servePlainPage } from './plain-page.ts';

/** How often a file is saved in each. */
const saves = 25;
/** What a person takes for at once, and what they wait for a command, in milliseconds. */
const maxMs = 150;
const maxReadyMs = 5_000;

const component = (words: string) => `import { useState } from 'react';

export function Counter() {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>{count} times ${words}</button>;
}
`;

/**
 * From a saved file to a painted page with its state kept. A remote in the pages of a released site
 * takes turns with the same component in a page of rspack's own development server.
 */
export const measureDevRefresh = (): Promise<Measured> =>
  withSiteInBrowser(measureIn, { DEMO: 'off' });

async function measureIn({ siteUrl }: House, browser: Browser): Promise<Measured> {
  await using ended = new AsyncDisposableStack();
  const team = ended.adopt(await makeForeignRemote(), (remote) => remote.remove());
  const [port = 0, plainPort = 0] = await freePorts(2);
  const files = [join(team.folder, 'src/counter.tsx'), join(team.folder, 'plain/counter.tsx')];
  await showCounter(team.folder);
  const readyMs = await timed(async () => ended.defer(await team.dev(port, siteUrl)));
  ended.defer(await servePlainPage(join(team.folder, 'plain'), plainPort, component('first')));
  const addresses = [`http://localhost:${port}/notes`, `http://localhost:${plainPort}/`];
  const pages = await Promise.all(
    addresses.map(async (address) => {
      const page = ended.use(await browser.newPage());
      await page.goto(address);
      await page.getByRole('button', { name: '0 times first' }).click();
      return page;
    }),
  );
  const took: number[][] = [[], []];
  for (let save = 0; save < saves; save += 1) {
    for (const [at, page] of pages.entries()) {
      took[at]?.push(await saveAndPaint(page, files[at] ?? '', `save ${save}.`));
    }
  }
  const [inSite = Number.NaN, alone = Number.NaN] = took.map(median);
  const name = 'from save to paint in a released site, state kept';
  const ready = 'dev --site, from its start to its first page';
  const [ms, seconds] = [inUnits('ms'), inUnits('s', 1, 1_000)];
  return {
    measures: [
      compared(name, ms, inSite, ['in a plain page', alone], { max: 1.5 }),
      compared(name, ms, inSite, ['', maxMs], { max: 1 }),
      compared(ready, seconds, readyMs, ['', maxReadyMs], { max: 1 }),
    ],
    details: [
      `${saves} saves each: ${took.map((one) => one.map(Math.round).join(' ')).join(' | ')} ms`,
    ],
  };
}

/** Lets the page of a new remote show the component. */
async function showCounter(folder: string): Promise<void> {
  await writeFile(join(folder, 'src/counter.tsx'), component('first'));
  const file = join(folder, 'src/page.tsx');
  const page = await readFile(file, 'utf8');
  await writeFile(
    file,
    `import { Counter } from './counter.tsx';\n${page.replace('</p>', '</p><Counter />')}`,
  );
}

/** Milliseconds from the save until the page has painted it; its state has to be there. */
async function saveAndPaint(page: Page, file: string, words: string): Promise<number> {
  const painted = page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (![...document.querySelectorAll('button')].some((one) => one.textContent === text))
            return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    `1 times ${words}`,
  );
  // Behind what watches it.
  await page.evaluate(() => document.body.dataset.watched);
  const saved = Date.now();
  await writeFile(file, component(words));
  const took = (await painted) - saved;
  // As nobody saves faster; the development server then waits for the next change again.
  await page.waitForTimeout(300);
  return took;
}
