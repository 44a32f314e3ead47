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

it('knows a file by its name, also by one that every object has', () => {
  const { changes } = compareBuilds({ toString: file('1', 10) }, { valueOf: file('2', 20) });
  expect(changes.map(({ change }) => change).sort()).toEqual(['added', 'removed']);
});

it.each([
  ['routes.08f2932a39b3.js', 'routes.6b09aaa658e4.js'],
  ['assets/routes-BX3d_a1f.js', 'assets/routes-C-9kQz0e.js'],
  ['assets/marks-DhK2x9Qa.woff2', 'assets/marks-B0c1d2e3.woff2'],
])('takes %s and %s, which differ in a hash alone, for one changed file', (from, to) => {
  expect(compareBuilds({ [from]: file('1', 10) }, { [to]: file('2', 12) }).changes).toEqual([
    { change: 'changed', from, to, sizeFrom: 10, sizeTo: 12 },
  ]);
});

it.each([
  ['page-Settings.js', 'page-Accounts.js'],
  ['page-userList.js', 'page-FormPart.js'],
  ['page-chapter1.js', 'page-chapter2.js'],
  ['page-my-panel.js', 'page-my-table.js'],
  ['page.settings.js', 'page.accounts.js'],
])('takes %s and %s, which are named by words, for two files', (from, to) => {
  const { changes } = compareBuilds({ [from]: file('1', 10) }, { [to]: file('2', 12) });
  expect(changes.map(({ change }) => change).sort()).toEqual(['added', 'removed']);
});

it('does not guess which of several it is', () => {
  const before = { 'x.08f2932a39b3.js': file('1', 1), 'x.18f2932a39b3.js': file('2', 1) };
  const after = { 'x.6b09aaa658e4.js': file('3', 1) };
  const { changes } = compareBuilds(before, after);
  expect(changes.map(({ change }) => change)).toEqual(['removed', 'removed', 'added']);
});
