import { expect, it } from 'vitest';
import { root } from '../project.ts';
import { readSources } from './source-files.ts';

// In pieces, so that this file does not find itself.
const places = ['/work', '/home', '/root', '/Users'].map((place) => `${place}/`);
const machinePath = new RegExp(`(^|[^\\w.@/-])(${places.join('|')})`, 'm');

it('names no path of the machine it was written on', () => {
  const named = readSources(root).filter(({ text }) => machinePath.test(text));
  expect(named.map(({ path }) => path)).toEqual([]);
});

it('would see one', () => {
  expect(machinePath.test(`import x from '${places[0]}main/x.ts';`)).toBe(true);
  expect(machinePath.test('see https://example.org/home/x')).toBe(false);
});
