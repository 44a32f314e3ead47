import { asOwnWork } from '@tallystick/guard/caller';
import { LRUCache } from 'lru-cache';
import type { EventSource } from './events.ts';
import { eventFrame, type Frame } from './frame.ts';
import { joined } from './readers.ts';

/** Numbers of events in one page. */
export const pageSize = 500;
/** Pages that are kept: more than a reader may be behind. */
const maxPages = 24;

/** Events that follow a position. */
export interface ReplayPage {
  frames: readonly Frame[];
  /** The bytes of all frames, one after the other. */
  bytes: Buffer;
  /** They are all events up to this number. */
  upTo: number;
}

export type ReplayPages = ReturnType<typeof createReplayPages>;

/**
 * The events table as resuming readers read it, in pages that begin at the same numbers for all.
 * Each page is read and serialised once for all who come back together, one page at a time.
 */
export function createReplayPages(source: Pick<EventSource, 'page'>) {
  const pages = new LRUCache<number, Promise<ReplayPage | null>>({ max: maxPages });
  let last: Promise<unknown> = Promise.resolve();

  async function read(cursor: number, floor: number): Promise<ReplayPage | null> {
    const { events, complete } = await source.page(cursor, pageSize, floor);
    if (!complete) return null;
    const frames = events.map(eventFrame);
    return { frames, bytes: joined(frames), upTo: frames.at(-1)?.sequence ?? floor };
  }

  /**
   * The events from a page's first number on. The read is not the work of the first who asks, since
   * that one may disconnect.
   */
  function shared(from: number): Promise<ReplayPage | null> {
    const known = pages.get(from);
    if (known) return known;
    const reading = last.then(() => asOwnWork(() => read(from, from + pageSize)));
    const forget = () => {
      if (pages.get(from) === reading) pages.delete(from);
    };
    last = reading.then((page) => page ?? forget(), forget);
    pages.set(from, reading);
    return reading;
  }

  return {
    /** At most a page of the events after `cursor` up to `floor`, which are all recorded; null: some are gone. */
    async after(cursor: number, floor: number): Promise<ReplayPage | null> {
      const from = Math.floor(cursor / pageSize) * pageSize;
      const page = from + pageSize <= floor ? await shared(from) : null;
      // A page may begin with events that are gone, while those after the reader's position are
      // not.
      if (page === null) return read(cursor, floor);
      const first = page.frames.findIndex(({ sequence }) => sequence > cursor);
      const frames = first < 0 ? [] : page.frames.slice(first);
      const size = frames.reduce((sum, { bytes }) => sum + bytes.length, 0);
      const bytes = page.bytes.subarray(page.bytes.length - size);
      return { frames, bytes, upTo: from + pageSize };
    },
    /** Gives the memory of pages back. Due when the ledger may have been reset. */
    forget(): void {
      pages.clear();
    },
  };
}
