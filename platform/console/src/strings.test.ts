// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { strings } from './strings.ts';

const { breaches, browsers } = strings.board;
const breach = {
  app: 'mfe-ledger',
  build: '0.2.0-bbbbbbbbbbbb',
  directive: 'connect-src',
  blocked: 'https://api.example.org',
  firstSeen: '2026-11-21T03:00:00.000Z',
};

it.each([
  [breaches.line({ ...breach, reports: 1 }), /, 1 time since 2026-11-21$/],
  [breaches.line({ ...breach, reports: 2 }), /, 2 times since 2026-11-21$/],
  [browsers.failed(1, 1), '1 of 1 browser'],
  [browsers.failed(1, 3), '1 of 3 browsers'],
  [browsers.loads(1, 1), '1 of 1 load failed in the last hour'],
  [browsers.steps(1, 0), '1 tab fell back, 0 recovered'],
  [browsers.steps(2, 1), '2 tabs fell back, 1 recovered'],
  [strings.app.status.well(1), 'No failure in 1 browser lately.'],
  [strings.history.holds(1, 1), /: 1 entry and 1 revision were read,/],
  [strings.history.holds(3, 2), /: 3 entries and 2 revisions were read,/],
])('one is not said as many: %s', (said, words) => {
  expect(said).toMatch(words);
});
