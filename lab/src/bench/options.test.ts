import { isHere } from '@tallystick/guard/cache-in-front.testing';
import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

it('refuses a part that there is not: all of the others take an hour', () => {
  expect(readOptions(['--only', 'first-visits'])).toEqual({
    ok: false,
    problem: expect.stringMatching(/^--only is one of cached-readers, .*first-visit, .*\.$/),
  });
  expect(readOptions(['--only', 'first-visit'])).toMatchObject({ ok: true, only: 'first-visit' });
  expect(readOptions([])).toMatchObject({ ok: true, only: undefined });
});

it.skipIf(isHere('Varnish'))('names the package of a program that is not here', () => {
  expect(readOptions(['--only', 'cached-readers'])).toEqual({
    ok: false,
    problem: 'cached-readers needs Varnish (Debian: varnish).',
  });
});

it.each([
  ['--rows', '999', '--rows is a whole number of 1000 or more.'],
  ['--pages', '1.5', '--pages is a whole number of 400 or more.'],
])('refuses %s %s', (option, value, problem) => {
  expect(readOptions([option, value])).toEqual({ ok: false, problem });
});
