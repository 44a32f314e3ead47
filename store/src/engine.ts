import { EventEmitter } from 'node:events';
import type { Connections, ConnectionsOptions } from './connections.ts';
import type { FairQueue, FairQueueLimits } from './fair-queue.ts';

/** A database that was opened. */
export interface Engine<Database>
  extends Pick<Connections<Database>, 'db' | 'query' | 'openSnapshot' | 'withSession'>,
    Pick<FairQueue, 'retryAfter'> {
  /**
   * Calls the listener some time after each commit that notified the store's channel: a wake-up
   * only, which can be lost or come twice. Returns a function that ends it.
   */
  onNotify(listener: () => void): () => void;
  /** How many other statements wait for the database now, or share it. */
  waiting(): Promise<number>;
  close(): Promise<void>;
}

export interface EngineOptions extends Pick<ConnectionsOptions, 'revive' | 'isReadOnly'> {
  /** Milliseconds that a statement may take. */
  statementTimeoutMs?: number | undefined;
  /** Milliseconds of the database's time that one client may use a minute; absent: all of them. */
  budget?: number | undefined;
}

/** More waiting statements would take memory, and be answered too late to be of use. */
export const usualLimits = {
  maxWaiting: 500,
  maxWaitingPerClient: 100,
  budget: Number.MAX_SAFE_INTEGER,
} satisfies Partial<FairQueueLimits>;

/** Listeners for notifications, and a function that calls them all. */
export function createListeners(): { onNotify: Engine<unknown>['onNotify']; wake(): void } {
  const news = new EventEmitter<{ news: [] }>().setMaxListeners(0);
  return {
    onNotify: (listener) => {
      news.on('news', listener);
      return () => void news.off('news', listener);
    },
    wake: () => void news.emit('news'),
  };
}
