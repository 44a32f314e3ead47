// @vitest-environment jsdom

import type { Feed, FeedListener } from '@tallystick/shared/realtime';
import { startStubLedger, visit } from '@tallystick/shared/testing/visit';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { routes } from '../routes.tsx';

const ledger = await startStubLedger();
afterAll(ledger.close);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The feed of this page: events of the creator's other transfers, by their number. */
const feed = vi.hoisted(() => {
  const listeners = new Map<FeedListener, number>();
  let newest = 5;
  const tell = (listener: FeedListener, sequence: number) =>
    listener({
      type: 'event',
      event: {
        sequence,
        operation: 'insert',
        transfer: {
          ...{ item: `otc-${sequence}`, trxn: null, stat: 1, cred: 'otc-1128', debt: 'otc-9' },
          ...{ feat: { form: 'asset', sort: 'transfer' }, crts: 1_453_684_400_000 + sequence },
        },
      },
    });
  return {
    newest: () => newest,
    record() {
      newest += 1;
      for (const listener of listeners.keys()) tell(listener, newest);
    },
    subscribe(listener: FeedListener, since = newest) {
      listeners.set(listener, since);
      for (let missed = since + 1; missed <= newest; missed += 1) tell(listener, missed);
      return () => void listeners.delete(listener);
    },
  };
});
vi.mock('@tallystick/shared/realtime', async (original) => ({
  ...(await original<object>()),
  transferFeed: (): Pick<Feed, 'subscribe'> => feed,
}));

const detail = (item: string, status: number) => ({
  ...{ item, trxn: null, status, created: 1_453_684_324_000, sequence: feed.newest() },
  feat: { form: 'asset', sort: 'transfer' },
  credit: { name: 'Trader 1128', item: 'otc-1128', kind: 'creator' },
  debit: { name: 'Trader 13', item: 'otc-13', kind: 'user' },
});
const earlier = { item: 'otc-035590', trxn: null, crts: 1_453_684_000_000 };
const neighbours = {
  credit: { earlier, later: null },
  debit: { earlier: null, later: null },
};

/** Opens a transaction, whose service takes 1.5 s for each answer from then on. Returns what it is asked for. */
async function openBusy(): Promise<string[]> {
  ledger.answer({
    'transfers/details': () => ({ status: 200, body: { data: detail('otc-035592', 1) } }),
    'transfers/neighbours': () => ({ status: 200, body: { data: neighbours } }),
  });
  visit(routes, '/tx/otc-035592');
  await screen.findByText('Previous');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked: string[] = [];
  vi.stubGlobal(
    'fetch',
    (address: string, { body, signal }: { body: string; signal: AbortSignal }) => {
      const { item } = JSON.parse(body).data;
      const details = address.endsWith('/details');
      if (details) asked.push(item);
      const data = details ? detail(item, 7) : neighbours;
      return new Promise((resolve, reject) => {
        setTimeout(() => resolve(Response.json({ data })), 1_500);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  );
  return asked;
}

/** Time passes in which a transfer of the same creator is recorded every 200 ms. */
async function passBusy(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 200) {
    await act(async () => {
      feed.record();
      await vi.advanceTimersByTimeAsync(200);
    });
  }
}

it('a page whose load takes longer than the next event is loaded once, to its end', async () => {
  const asked = await openBusy();
  await passBusy(3_000);
  expect(asked).toEqual(['otc-035592']);
  expect(screen.getByText('Declined (User)')).toBeTruthy();
  await passBusy(2_400);
  expect(asked).toEqual(['otc-035592', 'otc-035592']);
});

it('a page that is loaded slowly is arrived at, whatever is recorded meanwhile', async () => {
  const asked = await openBusy();
  await passBusy(600);
  fireEvent.click(screen.getByText('Previous'));
  await passBusy(2_000);
  expect(asked).toEqual(['otc-035590']);
  expect(screen.getByText('otc-035590')).toBeTruthy();
});
