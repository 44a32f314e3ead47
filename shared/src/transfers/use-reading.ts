import { type Feed, transferFeed } from '@tallystick/shared/realtime';
import { useNavigation, useRevalidator } from '@tallystick/shared/router';
import { type Dispatch, useEffect, useReducer, useRef } from 'react';
import { batchEvents } from './event-batch.ts';
import { isUnsure, type TransferPage } from './merge.ts';
import { initialReading, nextReading, type Reading, type ReadingInput } from './reading.ts';

/** Milliseconds from a load to the next at least, however often only the service knows what to show. */
const pace = 3_000;

/**
 * A loaded page, kept up to date from the live feed: what happened since the page's own sequence is
 * merged. The route's loader runs again if the feed cannot tell that any more. It also does if an
 * event does not say what it means for a filtered list. `openFeed` is a stable function.
 *
 * @param pending whether an answer to a load is awaited
 */
export function useReading(
  page: TransferPage | null,
  pending: boolean,
  openFeed: () => Feed = transferFeed,
): readonly [Reading, Dispatch<ReadingInput>] {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  // A load that is begun now would break off the one that is under way.
  const isLoading = pending || state === 'loading' || navigation.state !== 'idle';
  const loading = useRef(isLoading);
  useEffect(() => {
    loading.current = isLoading;
  }, [isLoading]);
  const [reading, dispatch] = useReducer(nextReading, initialReading);
  if (page && reading.loaded !== page) dispatch({ type: 'loaded', page });

  useEffect(() => {
    if (!page) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      timer ??= setTimeout(() => {
        // A load that fails leaves the page, and with it this effect, as it is.
        timer = undefined;
        if (loading.current) again();
        else void revalidate();
      }, pace);
    };
    const batch = batchEvents(
      (events) => {
        dispatch({ type: 'events', events });
        if (events.some((event) => isUnsure(page, event))) again();
      },
      () => void revalidate(),
    );
    const unsubscribe = openFeed().subscribe((message) => {
      if (message.type === 'event') batch.add(message.event);
      else batch.miss();
    }, page.sequence);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      batch.close();
    };
  }, [page, openFeed, revalidate]);

  return [reading, dispatch];
}
