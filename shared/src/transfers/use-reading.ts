import { type Feed, transferFeed } from '@tallystick/shared/realtime';
import { useRevalidator } from '@tallystick/shared/router';
import { type Dispatch, useEffect, useReducer } from 'react';
import { batchEvents } from './event-batch.ts';
import type { TransferPage } from './merge.ts';
import { initialReading, nextReading, type Reading, type ReadingInput } from './reading.ts';

/**
 * A loaded page, kept up to date from the live feed: what happened since the page's own sequence is
 * merged, and where the feed cannot tell that any more, the route's loader runs again. `openFeed` is
 * a stable function.
 */
export function useReading(
  page: TransferPage | null,
  openFeed: () => Feed = transferFeed,
): readonly [Reading, Dispatch<ReadingInput>] {
  const { revalidate } = useRevalidator();
  const [reading, dispatch] = useReducer(nextReading, initialReading);
  if (page && reading.loaded !== page) dispatch({ type: 'loaded', page });

  useEffect(() => {
    if (!page) return;
    const batch = batchEvents(
      (events) => dispatch({ type: 'events', events }),
      () => void revalidate(),
    );
    const unsubscribe = openFeed().subscribe((message) => {
      if (message.type === 'event') batch.add(message.event);
      else batch.miss();
    }, page.sequence);
    return () => {
      unsubscribe();
      batch.close();
    };
  }, [page, openFeed, revalidate]);

  return [reading, dispatch];
}
