import type { EventSource } from './events.ts';
import type { LedgerEvent } from './frame.ts';
import { pageSize, type ReplayPages } from './replay-pages.ts';
import type { Ring } from './ring.ts';
import type { Tail } from './tail.ts';

/** Where to read from: after the event of this number, at the oldest event that is kept, or after the newest. */
export type Position = number | 'oldest' | 'newest';

/** All events after one number up to another, oldest first. */
export interface Chunk {
  after: number;
  upTo: number;
  events: readonly LedgerEvent[];
  /** It ends where chunks end for all readers: asked for again, it is the same. */
  closed: boolean;
  /** There was no later event when it was read. */
  upToDate: boolean;
}

/**
 * Reads the events in chunks that end at the same numbers for all readers. A cache can then send to
 * the next reader what it sent to one. It reads from a position to the end of its chunk; null: some
 * of the events are gone, or never were.
 */
export function chunkReader(source: EventSource, tail: Tail, ring: Ring, pages: ReplayPages) {
  async function numberOf(position: Position): Promise<number> {
    if (position === 'newest') return ring.newest;
    if (position !== 'oldest') return position;
    const extent = await source.extent();
    return extent === null ? 0 : extent.oldest - 1;
  }

  return async (position: Position): Promise<Chunk | null> => {
    await tail.catchUp();
    const after = await numberOf(position);
    const { newest, floor } = ring;
    if (after > newest) return null;
    const end = (Math.floor(after / pageSize) + 1) * pageSize;
    const chunk = (events: readonly LedgerEvent[], upTo: number): Chunk => {
      return { after, upTo, events, closed: upTo === end, upToDate: upTo === newest };
    };
    if (after < floor) {
      const page = await pages.after(after, floor);
      return page && chunk(page.frames, page.upTo);
    }
    const events = ring.after(after).filter(({ sequence }) => sequence <= end);
    return chunk(events, Math.min(end, newest));
  };
}
