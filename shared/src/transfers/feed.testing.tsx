import type { Feed, FeedListener } from '@tallystick/shared/realtime';
import { act } from '@testing-library/react';
import type { LiveEvent } from '../contracts/live.ts';
import type { TransferRow } from '../contracts/transfer.ts';

/** A feed whose messages the test sends. */
export function openTestFeed() {
  const listeners = new Map<FeedListener, number | undefined>();
  const feed: Feed = {
    subscribe: (listener, since) => {
      listeners.set(listener, since);
      return () => listeners.delete(listener);
    },
    pause: () => {},
    resume: () => {},
  };
  const tell = (message: Parameters<FeedListener>[0]) =>
    act(() => {
      for (const listener of listeners.keys()) listener(message);
    });
  const event = (operation: LiveEvent['operation']) => (transfer: TransferRow, sequence: number) =>
    tell({ type: 'event', event: { sequence, operation, transfer } });
  return {
    open: () => feed,
    /** From where the listeners of now have asked to hear. */
    since: () => [...listeners.values()],
    insert: event('insert'),
    update: event('update'),
    refetch: () => tell({ type: 'refetch' }),
  };
}
