// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ListStatus } from './list-status.tsx';
import type { TransferPage } from './merge.ts';
import { initialReading, nextReading } from './reading.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const page = (count: number, index = 1): TransferPage => ({
  scope: { of: 'everything' },
  index,
  search: '',
  filters: { stat: [6] },
  list: [],
  count,
  sequence: count,
});

/** Shows what is said as pages are loaded, one after another. */
function listen() {
  let reading = initialReading;
  const { rerender } = render(<ListStatus reading={reading} pending={false} />);
  const said: string[] = [];
  const note = () => {
    const words = screen.getByRole('status').textContent ?? '';
    if (words !== (said.at(-1) ?? '')) said.push(words);
  };
  return {
    said,
    load: (next: TransferPage) => {
      reading = nextReading(reading, { type: 'loaded', page: next });
      rerender(<ListStatus reading={reading} pending={false} />);
      note();
    },
    pass: async (milliseconds: number) => {
      await act(() => vi.advanceTimersByTimeAsync(milliseconds));
      note();
    },
  };
}

it('says now and then how many came in, however often the page is read again', async () => {
  const { said, load, pass } = listen();
  load(page(10));
  for (let count = 11; count <= 16; count += 1) {
    load(page(count));
    await pass(3_000);
  }
  expect(said).toEqual(['1 new transaction, 11 transactions in all.']);
  await pass(20_000);
  expect(said.slice(1)).toEqual(['5 new transactions, 16 transactions in all.']);
});

it('says where a turn of the page led, and counts from there', async () => {
  const { said, load, pass } = listen();
  load(page(30));
  load({ ...page(40, 4), list: [] });
  load(page(40));
  await pass(60_000);
  expect(said.some((words) => words.includes('new'))).toBe(false);
});
