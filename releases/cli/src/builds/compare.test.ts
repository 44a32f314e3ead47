import { expect, it } from 'vitest';
import { compareBuilds } from './compare.ts';

const file = (integrity: string, size: number) => ({ integrity, size });

it('tells added, removed, changed and same files', () => {
  const before = { 'a.js': file('1', 10), 'b.js': file('2', 20), 'c.js': file('3', 30) };
  const after = { 'a.js': file('1', 10), 'b.js': file('4', 25), 'd.js': file('5', 50) };
  expect(compareBuilds(before, after)).toEqual({
    same: 1,
    changes: [
      { change: 'changed', from: 'b.js', to: 'b.js', sizeFrom: 20, sizeTo: 25 },
      { change: 'removed', from: 'c.js', to: null, sizeFrom: 30, sizeTo: null },
      { change: 'added', from: null, to: 'd.js', sizeFrom: null, sizeTo: 50 },
    ],
  });
});

it('takes a file whose name differs in the hash alone for a changed one', () => {
  const before = { 'routes.08f2932a39b3.js': file('1', 10) };
  const after = { 'routes.6b09aaa658e4.js': file('2', 12) };
  expect(compareBuilds(before, after).changes).toEqual([
    {
      change: 'changed',
      from: 'routes.08f2932a39b3.js',
      to: 'routes.6b09aaa658e4.js',
      sizeFrom: 10,
      sizeTo: 12,
    },
  ]);
});

it('does not guess which of several it is', () => {
  const before = { 'x.08f2932a39b3.js': file('1', 1), 'x.18f2932a39b3.js': file('2', 1) };
  const after = { 'x.6b09aaa658e4.js': file('3', 1) };
  const { changes } = compareBuilds(before, after);
  expect(changes.map(({ change }) => change)).toEqual(['removed', 'removed', 'added']);
});
