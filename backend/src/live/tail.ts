import { setTimeout as wait } from 'node:timers/promises';
import { joinedRuns } from '@tallystick/store/joined-runs';
import type { EventSource } from './events.ts';
import { eventFrame, type Frame } from './frame.ts';
import type { Ring } from './ring.ts';

const pageSize = 500;
/** Streams that open within 20 ms are looked up together. */
export const restOfOpening = (): Promise<void> => wait(20, undefined, { ref: false });

export interface TailOptions {
  source: EventSource;
  ring: Ring;
  /** Whether there are readers; without them nothing is read from the database. */
  needed: () => boolean;
  /** New events, oldest first, each exactly once. They are in the ring already. */
  onEvents: (frames: readonly Frame[]) => void;
  /** Events may have been missed, or the ledger was reset: positions of readers are no longer valid. */
  onGap: () => void;
  onError: (error: unknown) => void;
}

export type Tail = ReturnType<typeof createTail>;

/**
 * Reads events in the order of their commits, one query at a time, for all readers of a process. A
 * number is taken under a lock that is held until commit, so no lower number turns up later.
 * Reading on after the last number therefore misses nothing.
 */
export function createTail({ source, ring, needed, onEvents, onGap, onError }: TailOptions) {
  let idle = true;
  let stopped = false;

  /** After an idle time the ring may be far behind: restarting it is then cheaper than reading on. */
  async function resume(): Promise<void> {
    const newest = (await source.extent())?.newest ?? 0;
    if (newest < ring.newest || newest - ring.newest > pageSize) ring.restart(newest);
    idle = false;
  }

  async function read(): Promise<void> {
    if (idle) await resume();
    for (;;) {
      const { events, complete } = await source.page(ring.newest, pageSize);
      if (!complete) {
        ring.restart((await source.extent())?.newest ?? 0);
        onGap();
        return;
      }
      if (events.length > 0) {
        const frames = events.map(eventFrame);
        ring.push(frames);
        onEvents(frames);
      }
      if (events.length < pageSize || stopped) return;
    }
  }

  const readOn = joinedRuns(async () => {
    if (!stopped) await read();
  });
  const readNews = joinedRuns(async () => {
    if (needed()) await readOn().catch(onError);
    else idle = true;
  });

  return {
    /** There may be news. Errors go to `onError`; the next wake-up tries again. */
    wake: (): void => void readNews(),
    /** Resolves when everything that was committed before this call is in the ring. */
    catchUp: joinedRuns(readOn, restOfOpening),
    /** Resolves when nothing is being read any more; none begins after it. */
    async stop(): Promise<void> {
      stopped = true;
      await readOn().catch(() => undefined);
    },
  };
}
