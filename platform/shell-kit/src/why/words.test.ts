import { expect, it } from 'vitest';
import type { PageFacts, PartFacts } from './facts.ts';
import { plainText, sectionsOf } from './words.ts';

const nothing = { asked: null, arrived: null, evaluated: null, shown: null };
const part: PartFacts = {
  app: 'shell',
  build: '1.0.0-000000000000',
  title: '',
  runs: 'shell',
  reason: { why: 'live' },
  failed: [],
  phases: nothing,
  files: { files: 0, bytes: 0, cached: 0 },
  shared: null,
  notTaken: [],
  shows: [],
  sheets: [],
  refused: [],
};
const notes: PartFacts = {
  ...part,
  ...{ app: 'mfe-notes', build: '1.0.0-aaaaaaaaaaaa', title: 'Notes', runs: 'page' },
  reason: { why: 'fallback', released: '1.1.0-bbbbbbbbbbbb' },
  failed: [{ build: '1.1.0-bbbbbbbbbbbb', kind: 'render', at: Date.UTC(2026, 10, 30, 14, 5, 3) }],
  phases: { asked: 20.4, arrived: 60, evaluated: 90, shown: 120 },
  files: { files: 4, bytes: 2_500, cached: 1 },
  shared: [{ name: 'react', wants: '^18.0.0', from: 'earlier', version: '18.3.1' }],
  notTaken: ['jotai'],
  shows: [{ app: 'mfe-cards', build: '1.0.0-cccccccccccc' }],
  sheets: [{ file: 'routes.css', counts: true, rules: 12, beyond: ['h1'] }],
  refused: [{ directive: 'connect-src', what: 'https://elsewhere.example', by: 'routes.js:7' }],
};
const absent: PartFacts = {
  ...part,
  ...{ app: 'mfe-cards', build: '1.0.0-cccccccccccc', title: 'Cards', runs: 'none' },
  reason: { why: 'canary' },
};
const facts: PageFacts = {
  address: 'https://tally.example/notes?q=…',
  at: Date.UTC(2026, 10, 30, 14, 6),
  channel: 'production',
  revision: 12,
  parts: [part, notes, absent],
  refused: [],
};

it('says of each part what runs and why, of the others in one table', () => {
  const [shell, page, rest] = sectionsOf(facts, null);
  expect(shell).toMatchObject({
    heading: 'shell, the site’s shell',
    says: ['Runs build 1.0.0-000000000000: it is live, by revision 12 of production.'],
  });
  expect(page?.heading).toBe('mfe-notes, “Notes”');
  expect(page?.says).toEqual([
    'Runs build 1.0.0-aaaaaaaaaaaa: the page falls back to it, since 1.1.0-bbbbbbbbbbbb failed here.',
    '1.1.0-bbbbbbbbbbbb failed at 14:05:03 UTC: it threw as it was drawn.',
    'It shows widgets of mfe-cards (1.0.0-cccccccccccc).',
    'Files asked for: 4, 2.5 kB over the network; 1 from the browser’s cache.',
    'Not taken from the shell, so compiled in where it uses them: jotai.',
    'The policy (connect-src) refused https://elsewhere.example, asked for by routes.js:7.',
  ]);
  expect(page?.tables.map(({ rows }) => rows)).toEqual([
    [
      ['Asked for', '20 ms'],
      ['Files here', '60 ms'],
      ['Code begun', '90 ms'],
      ['First drawn', '120 ms'],
    ],
    [['react', '18.3.1', 'of its own, earlier React', '^18.0.0']],
    [['routes.css', 'yes', '12', '1 of them all of the page: h1']],
  ]);
  expect(rest?.tables[0]?.rows).toEqual([
    [
      ...['mfe-cards', '1.0.0-cccccccccccc'],
      'it is a canary of revision 12 of production, and this browser is one of those that get it',
    ],
  ]);
});

it('begins with the part that it was asked for, though it is not in the page', () => {
  expect(sectionsOf(facts, 'mfe-cards').map(({ app }) => app)).toEqual([
    ...['mfe-cards', 'shell', 'mfe-notes'],
  ]);
});

it('says the same as plain text, below the address and the time', () => {
  const text = plainText(facts, sectionsOf(facts, null)).split('\n');
  expect(text.slice(0, 5)).toEqual([
    'https://tally.example/notes?q=…',
    '2026-11-30 14:06:00 UTC, revision 12 of production',
    '',
    '## shell, the site’s shell',
    'Runs build 1.0.0-000000000000: it is live, by revision 12 of production.',
  ]);
  expect(text).toContain('react | 18.3.1 | of its own, earlier React | ^18.0.0');
});
