// @vitest-environment jsdom
import { useLoaderData } from '@tallystick/shared/router';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TransferRow } from '../contracts/transfer.ts';
import { visit } from '../testing/visit.tsx';
import { openTestFeed } from './feed.testing.tsx';
import type { TransferPage } from './merge.ts';
import { useReading } from './use-reading.ts';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const transfer = (item: string, crts: number, stat = 0): TransferRow => ({
  item,
  trxn: null,
  stat,
  feat: { form: 'asset', sort: 'transfer' },
  crts,
  cred: 'acme',
  debt: 'ada',
});

const page = (sequence: number, list: readonly TransferRow[], index = 1): TransferPage => ({
  scope: { of: 'everything' },
  index,
  search: '',
  filters: {},
  list,
  count: list.length,
  sequence,
});

/** Shows a page as `items | count | items that arrived`; each load takes the next of `pages`. */
function show(pages: readonly TransferPage[], slowly = Promise.resolve()) {
  const feed = openTestFeed();
  const waiting = [...pages];
  function Page() {
    const [{ shown, arrived }] = useReading(useLoaderData<TransferPage>(), false, feed.open);
    const items = shown?.list.map(({ item }) => item) ?? [];
    return <p>{[items.join(' '), shown?.count, [...arrived].join(' ')].join(' | ')}</p>;
  }
  let loads = 0;
  const loader = async () => {
    loads += 1;
    if (loads > 1) await slowly;
    return waiting.shift() ?? null;
  };
  const router = visit({ '/': { Component: Page, loader } }, '/');
  return { feed, router, left: () => waiting.length, loads: () => loads };
}

/** The first page is there, and listens. */
async function heard(feed: ReturnType<typeof openTestFeed>) {
  await screen.findByText('a | 1 |');
  await waitFor(() => expect(feed.since()).toEqual([41]));
}

describe('a list that is shown', () => {
  it('asks the feed for what happened since its page was read', async () => {
    const { feed } = show([page(41, [transfer('a', 1)])]);
    await screen.findByText('a | 1 |');
    await waitFor(() => expect(feed.since()).toEqual([41]));
  });

  it('takes in what arrives, and knows what arrived', async () => {
    const { feed } = show([page(41, [transfer('a', 1)])]);
    await heard(feed);
    feed.insert(transfer('c', 3), 42);
    feed.insert(transfer('b', 2), 43);
    await screen.findByText('c b a | 3 | c b');
  });

  it('is loaded again when events were missed for good', async () => {
    const { feed } = show([page(41, [transfer('a', 1)]), page(90, [transfer('z', 9)])]);
    await heard(feed);
    feed.insert(transfer('b', 2), 42);
    await screen.findByText('b a | 2 | b');
    feed.refetch();
    await screen.findByText('z | 1 | z');
    await waitFor(() => expect(feed.since()).toEqual([90]));
  });

  it('is loaded again for each thing that only the ledger can tell, also where the last load brought nothing', async () => {
    const filtered = { ...page(41, [transfer('a', 1)]), filters: { form: 'asset' } as const };
    const { feed, left } = show([filtered, filtered, filtered, filtered, filtered]);
    await heard(feed);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const leftLater = async () => {
      await act(() => vi.advanceTimersByTimeAsync(1_000));
      return left();
    };
    for (const leaves of [3, 2]) {
      feed.update(transfer('elsewhere', 0, 1), 50 - leaves);
      await expect.poll(leftLater).toBe(leaves);
    }
    for (const leaves of [1, 0]) {
      feed.refetch();
      await expect.poll(leftLater).toBe(leaves);
    }
  });

  it.each([
    ['under a search and a filter no longer passes', 'ada', { stat: [0] }, transfer('a', 1, 6)],
    ['has left the scope', '', {}, { ...transfer('a', 1), cred: 'other' }],
  ])('is loaded again when a row that it shows %s', async (_, search, filters, changed) => {
    const scope = { of: 'creator', party: 'acme' } as const;
    const before = { ...page(41, [transfer('a', 1)]), scope, search, filters };
    const { feed, loads } = show([before, { ...before, list: [transfer('z', 9)], sequence: 90 }]);
    await heard(feed);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    feed.update(changed, 42);
    const loadsLater = async () => {
      await act(() => vi.advanceTimersByTimeAsync(1_000));
      return loads();
    };
    await expect.poll(loadsLater).toBe(2);
    vi.useRealTimers();
    await screen.findByText('z | 1 | z');
  });

  it('waits for a slow load, whatever comes meanwhile', async () => {
    const filtered = { ...page(41, [transfer('a', 1)]), filters: { form: 'asset' } as const };
    const { promise, resolve } = Promise.withResolvers<void>();
    const { feed, loads } = show([filtered, page(90, [transfer('z', 9)])], promise);
    await heard(feed);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const loadsLater = async () => {
      await act(() => vi.advanceTimersByTimeAsync(1_000));
      return loads();
    };
    feed.update(transfer('elsewhere', 0, 1), 42);
    await expect.poll(loadsLater).toBe(2);
    feed.update(transfer('elsewhere', 0, 2), 43);
    feed.insert(transfer('b', 2), 44);
    const shown = async () => {
      await loadsLater();
      return screen.queryByText('b a | 2 | b');
    };
    await expect.poll(shown).not.toBeNull();
    for (let second = 0; second < 10; second += 1) await loadsLater();
    expect(loads()).toBe(2);
    vi.useRealTimers();
    await act(async () => resolve());
    await screen.findByText('z | 1 |');
  });

  it('goes on from the new page, not from the old one', async () => {
    const { feed, router } = show([page(41, [transfer('a', 1)]), page(42, [transfer('a', 1)], 2)]);
    await heard(feed);
    feed.insert(transfer('b', 2), 42);
    await screen.findByText('b a | 2 | b');
    await act(() => router.navigate('/?page=2'));
    await screen.findByText('a | 1 |');
    await waitFor(() => expect(feed.since()).toEqual([42]));
    feed.insert(transfer('c', 3), 43);
    await screen.findByText('a | 2 |');
  });

  it('leaves the feed when it is left', async () => {
    const { feed, router } = show([page(41, [transfer('a', 1)])]);
    await screen.findByText('a | 1 |');
    await act(() => router.navigate('/elsewhere'));
    await screen.findByText('Elsewhere');
    await waitFor(() => expect(feed.since()).toEqual([]));
  });
});
