import { expect, it } from 'vitest';
import { tooOldNode } from './needed-node.ts';

it.each([
  ['22.12', '22.12.0', null],
  ['22.12', '24.0.0', null],
  ['24', '24.0.0', null],
  ['22.12', '20.19.4', 'x needs Node 22.12 or newer; this is Node 20.19.4.'],
  ['22.12', '22.11.0', 'x needs Node 22.12 or newer; this is Node 22.11.0.'],
  ['24', '22.30.0', 'x needs Node 24 or newer; this is Node 22.30.0.'],
])('where %s is needed, Node %s is told: %s', (needed, node, problem) => {
  expect(tooOldNode('x', needed, node)).toBe(problem);
});

it('this Node is good enough for all that is built here', () => {
  expect(tooOldNode('x', '24')).toBeNull();
});
