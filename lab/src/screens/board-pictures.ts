import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page, Route } from '@playwright/test';
import type { Board } from '@tallystick/registry/contract/board';
import { boardStates } from '@tallystick/registry/contract/board-states.testing';
import type { BuildSummary } from '@tallystick/registry/contract/history';
import { inProject } from '@tallystick/tools/src/project.ts';
import { type Picture, writeGallery } from './gallery.ts';

const address = 'http://board.test';
const dist = inProject('platform/console/dist');
const folder = inProject('screenshots');
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { width: 360, height: 780 },
    { width: 1440, height: 900 },
  ].map((viewport) => ({ name: `${colorScheme} ${viewport.width}`, colorScheme, viewport })),
);

/**
 * Pictures of the console's board in each state that the tests of its first line name, and of the app that is first
 * there. The console is the built one; what the registry would answer is written here.
 */
export async function takeBoardPictures(
  browser: Browser,
  words: readonly string[],
): Promise<string> {
  if (!existsSync(join(dist, 'index.html')))
    throw new Error('Build the console first: npm run build');
  await mkdir(folder, { recursive: true });
  const pictures: Picture[] = [];
  const states = Object.entries(boardStates).filter(
    ([state]) => words.length === 0 || words.some((word) => state.includes(word)),
  );
  for (const [state, board] of states) {
    for (const { name: look, colorScheme, viewport } of looks) {
      const context = await browser.newContext({ colorScheme, viewport, locale: 'en-GB' });
      const page = await context.newPage();
      await page.clock.setFixedTime('2026-11-30T02:53:00.000Z');
      await answer(page, board);
      for (const [screen, path] of screensOf(state, board)) {
        await page.goto(`${address}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const file = `${screen}, ${look}.png`.replaceAll(/[^a-z0-9.]+/g, '-');
        await page.screenshot({ path: join(folder, file), animations: 'disabled', fullPage: true });
        pictures.push({ screen, look, file });
      }
      await context.close();
    }
  }
  return `${pictures.length} pictures: ${await writeGallery(folder, pictures)}`;
}

function screensOf(state: string, { current }: Board): [string, string][] {
  const board: [string, string] = [`board, ${state}`, '/'];
  return current === null ? [board] : [board, [`app, ${state}`, '/apps/notes']];
}

/** Answers as a server would, from the built files and this board. */
async function answer(page: Page, board: Board): Promise<void> {
  const builds = board.sources.map(
    ({ app, build, provenance }): BuildSummary => ({
      ...{ app, build, provenance, kind: 'remote', size: 214_000, files: 9 },
      ...{
        publishedAt: '2026-11-30T02:40:00.000Z',
        publishedBy: 'org/site',
        liveIn: ['production'],
      },
    }),
  );
  const answers: Record<string, unknown> = {
    '/v1/session': { tokenId: 'maria', name: 'Maria Silva', scope: { kind: 'manager' } },
    '/v1/channels': ['production'],
    '/v1/channels/production': board,
    '/v1/channels/production/revisions': { revisions: [], next: null },
  };
  await page.route('**/*', async (route: Route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    // It is never answered: a stream that ends is a connection that is lost.
    if (pathname === '/v1/events') return;
    if (pathname === '/v1/builds') {
      const app = searchParams.get('app');
      return route.fulfill({ json: builds.filter((one) => app === null || one.app === app) });
    }
    if (pathname in answers) return route.fulfill({ json: answers[pathname] });
    // Parts that are not shown here have nothing.
    if (pathname.startsWith('/v1/')) return route.fulfill({ json: [] });
    const path = join(dist, /\.\w+$/.test(pathname) ? pathname : 'index.html');
    return existsSync(path) ? route.fulfill({ path }) : route.fulfill({ status: 404 });
  });
}
