import { EventEmitter, once } from 'node:events';
import { chunkReader } from './chunks.ts';
import { createReplayPages } from './replay-pages.ts';
import { createRing } from './ring.ts';
import type { LiveFeedSettings } from './settings.ts';
import { createTail, type TailOptions } from './tail.ts';

export interface EventLogOptions
  extends Pick<TailOptions, 'source' | 'needed' | 'onEvents' | 'onGap' | 'onError'> {
  /** Calls its listener after commits with events; returns what ends it. */
  onWake: (listener: () => void) => () => void;
  settings: Pick<LiveFeedSettings, 'ring' | 'look' | 'prune' | 'keep'>;
}

/**
 * The events of the ledger as this process reads them: the newest are in the ring, older ones in
 * pages of the table. `needed`: whether streams want events; those who wait in `nextEvents` are
 * counted here.
 */
export function openEventLog(options: EventLogOptions) {
  const { source, onWake, settings, onError } = options;
  const ring = createRing(settings.ring);
  const pages = createReplayPages(source);
  const arrivals = new EventEmitter<{ events: [] }>().setMaxListeners(0);
  const tail = createTail({
    source,
    ring,
    needed: () => options.needed() || arrivals.listenerCount('events') > 0,
    onEvents: (frames) => {
      options.onEvents(frames);
      arrivals.emit('events');
    },
    onGap: () => {
      pages.forget();
      options.onGap();
    },
    onError,
  });
  const timers = [
    setInterval(tail.wake, settings.look),
    setInterval(() => {
      pages.forget();
      source.prune(settings.keep).catch(onError);
    }, settings.prune),
  ];
  for (const timer of timers) timer.unref();
  const endWake = onWake(tail.wake);

  return {
    ring,
    pages,
    /** Resolves when everything that was committed before this call is in the ring. */
    catchUp: tail.catchUp,
    /** Events for answers that end. */
    readChunk: chunkReader(source, tail, ring, pages),
    /** Resolves with true when there are new events, with false when the signal is aborted. */
    nextEvents: (signal: AbortSignal): Promise<boolean> =>
      once(arrivals, 'events', { signal }).then(
        () => true,
        () => false,
      ),
    /** Resolves when nothing is being read any more; none begins after it. */
    async stop(): Promise<void> {
      endWake();
      for (const timer of timers) clearInterval(timer);
      await tail.stop();
    },
  };
}
