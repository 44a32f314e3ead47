import { expect, it } from 'vitest';
import { refusedTo } from './refused.ts';

const violation = {
  effectiveDirective: 'connect-src',
  blockedURI: 'https://elsewhere.example/x?mail=ada@example.org',
  sourceFile: 'https://tally.example/artifacts/mfe-notes/1.0.0-aaaaaaaaaaaa/routes.js',
  lineNumber: 7,
  sample: '',
};
const notes = { app: 'mfe-notes', build: '1.0.0-aaaaaaaaaaaa' };

it('says once what was refused to a build, without what a query says', () => {
  expect(refusedTo(notes, [violation, violation])).toEqual([
    { directive: 'connect-src', what: 'https://elsewhere.example/x…', by: 'routes.js:7' },
  ]);
  expect(refusedTo({ ...notes, build: '2.0.0-bbbbbbbbbbbb' }, [violation])).toEqual([]);
  expect(refusedTo(null, [violation])).toEqual([]);
});

it('says which place took a text, and not the text', () => {
  const sink = {
    ...violation,
    effectiveDirective: 'require-trusted-types-for',
    blockedURI: 'trusted-types-sink',
    sample: 'Element innerHTML|<b>Ada',
    sourceFile: '',
  };
  expect(refusedTo(null, [sink])).toEqual([
    { directive: 'require-trusted-types-for', what: 'Element innerHTML', by: '' },
  ]);
});
