import { readVerb } from '@tallystick/command-line/read-words';
import { isHere } from '@tallystick/guard/cache-in-front.testing';
import { expect, it } from 'vitest';
import { bench, readOptions } from './options.ts';

function read(...words: string[]) {
  const asked = readVerb('npm run bench --', bench, words);
  if (asked.ask !== 'run') throw new Error(asked.ask);
  return readOptions(asked.read);
}

it('refuses a part that there is not: all of the others take an hour', () => {
  expect(() => read('--only', 'first-visits')).toThrow(
    /^--only is one of cached-readers, .*first-visit, .*\.$/,
  );
  expect(read('--only', 'first-visit')).toMatchObject({ only: 'first-visit' });
  expect(read()).toMatchObject({ only: undefined });
});

it.skipIf(isHere('Varnish'))('names the package of a program that is not here', () => {
  expect(() => read('--only', 'cached-readers')).toThrow(
    'cached-readers needs Varnish (Debian: varnish).',
  );
});

it.each([
  ['--rows', '999', '--rows is a whole number of 1000 or more.'],
  ['--pages', '1.5', '--pages is a whole number of 400 or more.'],
])('refuses %s %s', (option, value, problem) => {
  expect(() => read(option, value)).toThrow(problem);
});
