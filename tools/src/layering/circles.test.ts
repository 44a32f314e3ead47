import { expect, it } from 'vitest';
import { root } from '../project.ts';
import { findCircles } from './circles.ts';
import { readSources } from './source-files.ts';

it('finds no files that import each other in a circle', () => {
  expect(findCircles(readSources(root))).toEqual([]);
});

it('finds planted circles, also of types, once each', () => {
  const file = (path: string, ...imports: string[]) => ({
    path,
    text: imports.map((from) => `import type { X } from '${from}';`).join('\n'),
  });
  const sources = [
    file('a/one.ts', './two.ts'),
    file('a/two.ts', './three.ts', '../b/end.ts'),
    file('a/three.ts', './one.ts'),
    file('b/end.ts', './last.ts'),
    file('b/last.ts'),
    file('c/this.ts', './that.ts'),
    file('c/that.ts', './this.ts', '../a/one.ts'),
  ];
  expect(findCircles(sources)).toEqual([
    ['a/one.ts', 'a/three.ts', 'a/two.ts'],
    ['c/that.ts', 'c/this.ts'],
  ]);
});
