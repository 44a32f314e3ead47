import { expect, it } from 'vitest';
import { failedOf, filesOf, phasesOf, shellPhasesOf } from './timing.ts';

const notes = { app: 'mfe-notes', build: '1.0.0-aaaaaaaaaaaa' };
const base = 'https://tally.example/artifacts/mfe-notes/1.0.0-aaaaaaaaaaaa/';
const file = (name: string, startTime: number, responseEnd: number, transferSize: number) => ({
  ...{ name: base + name, entryType: 'resource', startTime, responseEnd, transferSize },
});
const mark = (name: string, startTime: number, detail: unknown = null) => ({
  ...{ name, entryType: 'mark', startTime, detail },
});

const entries = [
  file('entry.js', 20, 60, 1_500),
  file('routes.css', 25, 50, 0),
  mark('loaded mfe-notes@1.0.0-aaaaaaaaaaaa', 90),
  mark('shown mfe-notes@1.0.0-aaaaaaaaaaaa', 120),
  // What a page of it asks for later, and another app’s.
  file('later.js', 300, 400, 700),
  file('leaf.png', 310, 320, 300),
  { ...file('entry.js', 10, 500, 9_000), name: 'https://tally.example/artifacts/other/1/entry.js' },
];

it('says when a build was asked for, was here, began and was first drawn', () => {
  const phases = { asked: 20, arrived: 60, evaluated: 90, shown: 120 };
  expect(phasesOf(entries, notes, base)).toEqual(phases);
  const none = { asked: null, arrived: null, evaluated: null, shown: null };
  expect(phasesOf(entries, { ...notes, build: '2' }, `${base}2/`)).toEqual(none);
});

it('says the same of the shell, by when the document was read and first painted', () => {
  const document = {
    ...{ name: 'https://tally.example/notes', entryType: 'navigation', startTime: 0 },
    domContentLoadedEventStart: 200,
  };
  const paint = { name: 'first-contentful-paint', entryType: 'paint', startTime: 150 };
  const phases = { asked: 20, arrived: 60, evaluated: 200, shown: 150 };
  expect(shellPhasesOf([...entries, document, paint], base)).toEqual(phases);
});

it('says how many files came, and how many of them over the network', () => {
  expect(filesOf(entries, base)).toEqual({ files: 4, bytes: 2_500, cached: 1 });
});

it('says which builds failed, when and how, also in an earlier page of the tab', () => {
  const failures = [
    mark('failed mfe-notes@1.0.0-aaaaaaaaaaaa', 150, 'render'),
    mark('failed mfe-notes@1.1.0-bbbbbbbbbbbb', 250, 'a word of no kind'),
    mark('failed mfe-other@1.0.0-aaaaaaaaaaaa', 160, 'render'),
  ];
  const down = { '1.0.0-aaaaaaaaaaaa': 'render', '1.2.0-cccccccccccc': 'boot' } as const;
  expect(failedOf(failures, 'mfe-notes', { down }, 1_000_000)).toEqual([
    { build: '1.2.0-cccccccccccc', kind: 'boot', at: null },
    { build: '1.0.0-aaaaaaaaaaaa', kind: 'render', at: 1_000_150 },
  ]);
});
