import { expect, it } from 'vitest';
import { isOpenIn, openedPolicy } from './opened-policy.ts';
import { isApprovable, letsIn, openingProblem, openingTexts } from './opening.ts';

const films = 'https://films.example.org';

it.each([
  'dataFonts',
  'blobWorkers',
  'wasm',
  `frames:${films}`,
  `pictures:${films}:8443`,
  'media:http://localhost:4100',
  'policies:lit-html',
  'policies:dompurify',
])('%s is an opening that a manager may approve', (opening) => {
  expect([openingProblem(opening), isApprovable(opening)]).toEqual([null, true]);
  expect(letsIn(opening)).not.toBe('');
});

it.each(['injectedStyles', 'cleanedMarkup'])('%s is the site’s alone', (opening) => {
  expect([openingProblem(opening), isApprovable(opening)]).toEqual([null, false]);
});

it.each([
  ['reportOnly', /^is no opening: injectedStyles, cleanedMarkup, policies, /],
  ['constructor', /^is no opening/],
  ['injectedstyles', 'is no opening: it is written injectedStyles'],
  [`workers:${films}`, /^opens nothing, .*: bring its file in the build/],
  [films, /^is no opening/],
  ['connect:https://api.example.org', /^is no opening/],
  ['frames', 'needs a value, such as frames:https://films.example'],
  ['wasm:yes', 'takes nothing behind a colon'],
  ['frames:*', 'has a wildcard: each host is declared by itself'],
  ['frames:wss://films.example.org', 'does not begin with https://'],
  [`frames:${films}; script-src https:`, /^is not an origin/],
  ['policies:default', 'is a name that the platform uses itself'],
  ["policies:'allow-duplicates'", 'is no name of a policy such as lit-html'],
])('%s: %s', (opening, problem) => {
  expect(openingProblem(opening)).toMatch(problem);
  expect(isApprovable(opening)).toBe(false);
});

it('stands in a site’s definition by its kind', () => {
  const openings = { wasm: true, dataFonts: false, frames: [films], policies: ['a', 'b'] };
  expect(openingTexts(openings)).toEqual([`frames:${films}`, 'policies:a', 'policies:b', 'wasm']);
});

it('adds its source to the directive that it is of, once', () => {
  const strict = [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    'trusted-types x',
  ];
  const openings = [
    'connect:wss://api.example.org',
    ...[`frames:${films}`, `media:${films}`, 'policies:lit-html', 'wasm', 'wasm'],
    // The shell carries these out.
    ...['cleanedMarkup', 'injectedStyles', 'made-up'],
    // This policy leaves fonts out, so nothing is added to what does not hold.
    'dataFonts',
  ];
  const opened = openedPolicy(strict, openings);
  expect(opened).toEqual([
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "connect-src 'self' wss://api.example.org",
    'trusted-types x lit-html',
    `frame-src ${films}`,
    `media-src 'self' ${films}`,
  ]);
  expect(['wasm', 'dataFonts', `frames:${films}`].map((one) => isOpenIn(opened, one))).toEqual([
    ...[true, false, true],
  ]);
});
