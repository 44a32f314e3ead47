import { expect, it } from 'vitest';
import { openingFor, wayOut } from './breach.ts';

const sink = { directive: 'require-trusted-types-for', blocked: 'trusted-types-sink' };

it.each([
  [{ directive: 'style-src-elem', blocked: 'inline' }, 'injectedStyles'],
  [{ directive: 'style-src-attr', blocked: 'inline' }, 'injectedStyles'],
  [{ ...sink, sample: 'Element innerHTML|<b>' }, 'cleanedMarkup'],
  // As the registry has it, which keeps no text of a page.
  [sink, 'cleanedMarkup'],
  [
    { directive: 'trusted-types', blocked: 'trusted-types-policy', sample: 'lit-html' },
    'policies:lit-html',
  ],
  [{ directive: 'font-src', blocked: 'data' }, 'dataFonts'],
  [{ directive: 'worker-src', blocked: 'blob:' }, 'blobWorkers'],
  [{ directive: 'script-src', blocked: 'wasm-eval' }, 'wasm'],
  [{ directive: 'frame-src', blocked: 'https://a.example/film?x' }, 'frames:https://a.example'],
  [{ directive: 'img-src', blocked: 'https://a.example/1.png' }, 'pictures:https://a.example'],
  [{ directive: 'media-src', blocked: 'https://a.example' }, 'media:https://a.example'],
  [{ directive: 'connect-src', blocked: 'wss://a.example/live' }, 'connect:wss://a.example'],
])('%j: %s lets it in', (breach, opening) => {
  expect(openingFor(breach)).toBe(opening);
});

it.each([
  { ...sink, sample: 'eval|1 + 1' },
  { directive: 'script-src', blocked: 'eval' },
  { directive: 'script-src-elem', blocked: 'https://a.example/a.js' },
  { directive: 'style-src-elem', blocked: 'https://a.example/a.css' },
  { directive: 'font-src', blocked: 'https://a.example/a.woff2' },
  { directive: 'worker-src', blocked: '/keeper/none.js' },
  { directive: 'frame-src', blocked: 'data' },
  { directive: 'base-uri', blocked: 'https://a.example' },
])('%j: nothing lets it in', (breach) => {
  expect(openingFor(breach)).toBeNull();
});

it('says what a team can do by itself, and whom to ask', () => {
  expect(wayOut({ directive: 'style-src-elem', blocked: 'inline' })).toBe(
    'Have the styles written into a style sheet of the build, not into the page. Where a library does it, ask the site for the opening injectedStyles: docs/isolation.md says what that lets in.',
  );
  expect(wayOut({ directive: 'worker-src', blocked: 'blob' })).toBe(
    'Begin it by new Worker(new URL(…, import.meta.url)), so that it is a file of the build. Declare it in remote.json, "policy": { "needs": ["blobWorkers"] }; a manager approves it: docs/isolation.md says what that lets in.',
  );
  expect(wayOut({ directive: 'connect-src', blocked: 'https://a.example/x' })).toBe(
    'Declare it in remote.json, "policy": { "connect": ["https://a.example"] }; a manager approves it.',
  );
  expect(wayOut({ ...sink, sample: 'Function|a' })).toBe(
    'It makes code of a text (eval, new Function): take a build of it that does not.',
  );
  expect(wayOut({ directive: 'base-uri', blocked: 'https://a.example' })).toBe('');
});
