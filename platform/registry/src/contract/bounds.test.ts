import { describe, expect, it } from 'vitest';
import { highestLimits } from './app-settings.ts';
import { beyondBound, bounds } from './bounds.ts';

const bound = { bytes: 100, values: 5, depth: 3 };

describe('a text that is to be parsed', () => {
  it.each([
    ['{"a": [1, {"b": 2}]}', null],
    ['[[[1]]]', null],
    ['[[[[1]]]]', 'has more than 3 brackets within brackets'],
    // Also where no bracket is ever closed, or it is no JSON at all.
    ['[[[[', 'has more than 3 brackets within brackets'],
    ['[1,2,3,4,5]', null],
    ['[1,2,3,4,5,6]', 'has more than 5 values'],
    ['[{},{},{}]', 'has more than 5 values'],
    // What stands in a text is part of that text.
    ['"[[[[[[[[,,,,,,,,"', null],
    [String.raw`"a\"[[[[[[[[,,,,,,,,"`, null],
    [String.raw`["\\",[[[1]]]]`, 'has more than 3 brackets within brackets'],
    [`"${'x'.repeat(99)}"`, 'has 101 bytes or more: at most 100'],
  ])('%s', (text, problem) => {
    expect(beyondBound(text, bound)).toBe(problem);
  });
});

it('leaves room for a build of as many files and routes as an app may have', () => {
  const integrity = `sha384-${'A'.repeat(64)}`;
  const files = Array.from({ length: highestLimits.files }, (_, n) => [
    `${'a'.repeat(280)}/${n}.js`,
    integrity,
  ]);
  const routes = Array.from({ length: 100 }, (_, n) => ({
    path: `/notes/${n}/:id`,
    page: 'A note',
    about: 'transfer',
    description: 'x'.repeat(300),
    layout: { header: { size: 'wide', visible: true }, media: { link: 'a.svg' }, main: {} },
  }));
  const declaration = { name: 'mfe-notes', title: 'Notes', routes, menu: [] };
  const artifact = { app: 'mfe-notes', files: Object.fromEntries(files), declaration };
  expect(beyondBound(JSON.stringify(artifact, null, 2), bounds['artifact.json'])).toBeNull();
});
