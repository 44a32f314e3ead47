// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { board, ledger2, ledger3 } from '../board/board.testing.ts';
import { BesideLive } from './beside-live.tsx';

afterEach(cleanup);

it('says between what the difference is, and what is wrong with the split', () => {
  const split = { asked: 10, came: 17, networks: 400 };
  const beside = { app: 'mfe-ledger', build: ledger3, live: ledger2, low: 0.02, high: 0.09 };
  const seen = { ...board, canaryComparisons: [{ ...beside, split }] };
  render(<BesideLive board={seen} app="mfe-ledger" />);
  expect(screen.getByRole('heading').textContent).toBe('Canary beside the live build');
  expect(screen.getByText('Between 2 and 9 points more browsers fail.')).toBeDefined();
  expect(screen.getByText(/^The split is broken: 10 % asked, 17 % came/)).toBeDefined();
  cleanup();
  render(<BesideLive board={seen} app="mfe-auth" />);
  expect(screen.queryByRole('heading')).toBeNull();
});
