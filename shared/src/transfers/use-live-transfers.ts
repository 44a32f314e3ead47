import { type Feed, transferFeed } from '@tallystick/shared/realtime';
import { useRevalidator } from '@tallystick/shared/router';
import { useEffect, useState } from 'react';
import type { LiveEvent } from '../contracts/live.ts';
import { batchEvents } from './event-batch.ts';
import { merge, type TransferPage } from './merge.ts';

/** A page kept up to date, and the items that came to it while it was shown. */
export interface LiveTransfers {
  readonly page: TransferPage;
  readonly arrived: ReadonlySet<string>;
}

/**
 * Keeps a loaded page up to date from the live feed: what happened since the page's own sequence
 * is merged, and where the feed cannot tell that any more, the route's loader runs again.
 * `openFeed` is a stable function.
 */
export function useLiveTransfers(
  loaded: TransferPage,
  openFeed: () => Feed = transferFeed,
): LiveTransfers {
  const { revalidate } = useRevalidator();
  const [kept, setKept] = useState({ loaded, live: asLoaded(loaded) });

  useEffect(() => {
    const refetch = () => void revalidate();
    const batch = batchEvents(
      (events) =>
        setKept((before) => {
          const live = before.loaded === loaded ? before.live : asLoaded(loaded);
          return { loaded, live: events.reduce(withEvent, live) };
        }),
      refetch,
    );
    const unsubscribe = openFeed().subscribe((message) => {
      if (message.type === 'event') batch.add(message.event);
      else refetch();
    }, loaded.sequence);
    return () => {
      unsubscribe();
      batch.drop();
    };
  }, [loaded, openFeed, revalidate]);

  return kept.loaded === loaded ? kept.live : asLoaded(loaded);
}

const nothing: ReadonlySet<string> = new Set();

function asLoaded(page: TransferPage): LiveTransfers {
  return { page, arrived: nothing };
}

function withEvent({ page, arrived }: LiveTransfers, event: LiveEvent): LiveTransfers {
  const next = merge(page, event);
  const { item } = event.transfer;
  const came =
    !page.list.some((row) => row.item === item) && next.list.some((row) => row.item === item);
  return { page: next, arrived: came ? new Set([...arrived, item]) : arrived };
}
