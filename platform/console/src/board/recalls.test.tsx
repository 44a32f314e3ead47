// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { board, ledger1 } from './board.testing.ts';
import { Recalls } from './recalls.tsx';

afterEach(cleanup);

it.each([
  [0, 0, 'No open tab ran aaaaaaa', 100, 'calm'],
  [3, 0, '0 % of tabs have left aaaaaaa', 0, 'watch'],
  [3, 2, '66 % of tabs have left aaaaaaa', 66, 'watch'],
  [100_000, 99_999, '99 % of tabs have left aaaaaaa', 99, 'watch'],
  [1_000, 1_000, '100 % of tabs have left aaaaaaa', 100, 'calm'],
])('of %d tabs %d have left: %s', (ran, left, said, value, severity) => {
  const at = new Date().toISOString();
  const recall = { app: 'mfe-ledger', build: ledger1, revision: 7, at, ran, left };
  render(<Recalls board={{ ...board, recalls: [recall] }} />);
  expect(screen.getByRole('status').textContent).toBe(said);
  expect(screen.getByRole('progressbar')).toHaveProperty('value', value);
  const told = screen.getByRole('region', { name: 'Recall of mfe-ledger' });
  expect(told.dataset.severity).toBe(severity);
  expect(told.textContent).toContain('Visitors get bbbbbbb. Open tabs leave by themselves.');
});
