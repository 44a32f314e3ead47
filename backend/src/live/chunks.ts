import type { EventSource } from './events.ts';
import type { LedgerEvent } from './frame.ts';
import { pageSize, type ReplayPages } from './replay-pages.ts';
import type { Ring } from './ring.ts';
import type { Tail } from './tail.ts';

/** Where to read from: after the event with this number, from the oldest event kept, or after the newest. */
export type Position = number | 'oldest' | 'newest';

/** All events after one number up to another, oldest first. */
export interface Chunk {
  after: number;
  upTo: number;
  events: readonly LedgerEvent[];
  /** It is full: it ends at a fixed boundary, so a later request for it returns the same. */
  closed: boolean;
  /** There was no later event when it was read. */
  upToDate: boolean;
}

/**
 * Reads the events in chunks that end at the same numbers for all readers. So a cache can send one
 * reader's chunk to the next reader. Where the first events of that stretch were deleted, a chunk ends
 * elsewhere, and is not closed. A call reads from a position to the end of its chunk. The result is
 * null if some of the events were deleted or do not exist yet.
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
    // Memory has all events after `floor` up to `newest`; older ones are read from the database.
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
