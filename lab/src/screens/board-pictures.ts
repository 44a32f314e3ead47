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
 * Pictures of the console's board in each state that the tests of its first line name, and of the app of which they
 * speak. The console is the built one; what the registry would answer is written here.
 */
export async function takeBoardPictures(
  browser: Browser,
  words: readonly string[],
): Promise<string> {
  if (!existsSync(join(dist, 'index.html')))
    throw new Error('Build the console first: npm run build');
  await mkdir(folder, { recursive: true });
  const pictures: Picture[] = [];
  const all: Record<string, Board> = { ...boardStates, 'approval waits': boardStates['all well'] };
  const states = Object.entries(all).filter(
    ([state]) => words.length === 0 || words.some((word) => state.includes(word)),
  );
  for (const [state, board] of states) {
    const { current } = board;
    for (const { name: look, colorScheme, viewport } of looks) {
      const context = await browser.newContext({ colorScheme, viewport, locale: 'en-GB' });
      const page = await context.newPage();
      await page.clock.setFixedTime('2026-11-30T02:53:00.000Z');
      await answer(page, state, board);
      for (const [screen, path] of screensOf(state, board)) {
        await page.goto(`${address}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByText('Please wait...').first().waitFor({ state: 'hidden' });
        // Each part of the page waits for its own answers, and the drawing for its code.
        if (current !== null) await page.getByRole('img', { name: /LCP/ }).waitFor();
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

/** Where the builds of the canary are tried. */
const staging: Board = {
  ...boardStates['all well'],
  current: boardStates['live failing'].current && {
    ...boardStates['live failing'].current,
    channel: 'staging',
  },
};

const at = '2026-11-30T02:48:00.000Z';
const notes = { app: 'notes', from: '0.1.0-85f5bf400001', to: '0.1.0-aa55aa550002' };
// What parts answer stands here as plain values, since a part can be left out.
const waiting = {
  ...{ id: '1a2b3c', channel: 'production', by: 'Ben Okafor', at, own: false },
  change: { kind: 'promote', builds: { notes: notes.to }, reason: 'Totals of a page' },
  wouldBe: {
    ...{ revision: 42, kind: 'promote', recalled: [] },
    moves: [{ ...notes, canaryFrom: null, canaryTo: null }],
  },
};

const train = {
  ...{ id: '1f2e3d4c', channel: 'production', builds: { notes: notes.to }, by: 'Ben Okafor' },
  ...{ at: '2026-12-02T08:00:00.000Z', plannedAt: at, reason: 'Together with the announcement' },
  state: 'planned',
};

/** A histogram of times, all in one of its buckets. */
const onlyIn = (bucket: number) =>
  Array.from({ length: 32 }, (_none, at) => (at === bucket ? 1 : 0));

/** A day in which the builds of a board had the loads and failures that it tells of, at its end. */
function timelineOf({ builds, current, sources }: Board) {
  const counts = (loads: number, failures: number, lcp: number) =>
    Array.from({ length: loads === 0 ? 0 : 12 }, (_none, hour) => ({
      ...{ bucket: 132 + hour, loads: loads * (4 + (hour % 3)), failures: failures * hour },
      ...{ lcp: onlyIn(lcp + Math.floor(hour / 4)), inp: onlyIn(10) },
    }));
  const failures = builds.reduce((sum, one) => sum + one.failures, 0);
  return {
    ...{ from: '2026-11-29T03:00:00.000Z', step: 600_000, buckets: 144, sources },
    all: counts(
      builds.reduce((sum, one) => sum + one.tabs, 0),
      failures,
      20,
    ),
    builds: builds.map(({ app, build, tabs, failures: failed }, place) => ({
      ...{ app, build },
      counts: counts(tabs, failed, 20 + place),
    })),
    marks:
      current === null
        ? []
        : [
            {
              ...{ revision: current.revision, at, by: current.by, reason: current.reason },
              ...{ kind: 'promote', moves: [{ ...notes, canaryFrom: null, canaryTo: null }] },
            },
          ],
  };
}

/** Answers as a server would, from the built files and this board. */
async function answer(page: Page, state: string, board: Board): Promise<void> {
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
    '/v1/channels': ['production', 'staging'],
    '/v1/channels/production': board,
    '/v1/channels/staging': staging,
    '/v1/channels/production/revisions': { revisions: [], next: null },
    '/v1/channels/production/approvals': {
      asks: state === 'approval waits',
      waiting: state === 'approval waits' ? [waiting] : [],
    },
    '/v1/channels/production/trains': state === 'nothing published' ? [] : [train],
    '/v1/channels/production/timeline': timelineOf(board),
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
