import type { Connections } from './database.ts';

/** A database, whichever of the two engines runs it. */
export interface Engine extends Pick<Connections, 'db' | 'query'> {
  /**
   * Calls the listener some time after each commit with events: a wake-up only, which can be
   * lost or come twice. Returns a function that ends it.
   */
  onEvent(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Those who want to be woken, and how to wake them all. */
export function createListeners(): { onEvent: Engine['onEvent']; wake(): void } {
  const listeners = new Set<() => void>();
  return {
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wake: () => {
      for (const listener of listeners) listener();
    },
  };
}
