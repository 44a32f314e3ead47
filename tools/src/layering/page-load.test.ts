import { expect, it } from 'vitest';
import { askedBy, linesOf, readFrom } from './read-from.testing.ts';

/** From the entry to a remote's page on the screen: where the reader begins. */
const start = [
  'shell/src/main.tsx',
  'shell/src/ledger-shell.tsx',
  'platform/shell-kit/src/create-shell.ts',
];

/**
 * Where a page load asks another part for one thing, and goes on: the reader need not know what is
 * behind.
 */
const entryPoints = [
  // Which build brings a page, and what follows where one fails; the page's reports.
  'release/open-releases.ts',
  'release/page-ticket.ts',
  // Whether builds are in the log of releases.
  'release/proven-builds.ts',
  // A React of before.
  'earlier-react/earlier-react.ts',
  // What is shown without React.
  'mounted/in-react.ts',
  // What makes the next page faster.
  'routing/load-on-intent.ts',
  'routing/pages-ahead.ts',
  'routing/pages-left.ts',
  // What is fixed first, what is said if nothing can begin, and what was typed before.
  'start/fixed-globals.ts',
  'start/not-started.ts',
  'fields/keep-typed.ts',
  // Which stylesheets count.
  'federation/shown-styles.ts',
  // Around the page: the frame, other zones, widgets of other apps, settings, notices.
  'frame/site-frame.tsx',
  'site-context.ts',
  'routing/page-zone.tsx',
  'composition/site-widget.tsx',
  'router/route-state.ts',
  'settings/values-of-page.ts',
  'notices/please-wait.tsx',
  'notices/unexpected-error.tsx',
  'notices/zone-error.tsx',
].map((path) => `platform/shell-kit/src/${path}`);

const files = readFrom(start, (path, specifier) => {
  const isOurs = specifier.startsWith('.') && path.startsWith('platform/shell-kit/');
  return isOurs && !entryPoints.includes(path);
});

it('a page load is read in at most 25 files and 2,500 lines', () => {
  expect(files).toHaveLength(25);
  expect(linesOf(files)).toBeLessThanOrEqual(2_500);
});

it('goes through each of the entry points', () => {
  const asked = askedBy(files);
  expect(entryPoints.filter((path) => !asked.includes(path))).toEqual([]);
});
