// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, it } from 'vitest';
import { startStubLedger } from '../testing/visit.tsx';
import { LiveBar } from './live-bar.tsx';
import { initialReading } from './reading.ts';

const ledger = await startStubLedger();
afterEach(cleanup);
afterAll(ledger.close);

it.each([
  [1, '1 new transaction, show it'],
  [2, '2 new transactions, show them'],
  [1_000, '999+ new transactions, show them'],
])('offers %s that came as %j', (gathered, name) => {
  const reading = { ...initialReading, gathered };
  const ignore = () => {};
  render(<LiveBar reading={reading} search="" newRows={null} onPause={ignore} onShow={ignore} />);
  expect(screen.getByRole('button', { name })).toBeTruthy();
});
