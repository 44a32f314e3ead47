import { type Frame, heartbeat } from './frame.ts';
import type { Wants } from './watch-filter.ts';

/** The part of a response that a stream needs. */
export interface Outlet {
  /** Bytes written but not yet taken by the network. */
  readonly writableLength: number;
  write(bytes: Buffer): boolean;
  end(bytes?: Buffer): unknown;
  destroy(): unknown;
}

/** A stream that has everything up to the ring's newest event and now gets each new one. */
export interface Reader {
  outlet: Outlet;
  /** Id of the session that opened it. */
  session: string;
  /** The events to hear of; null: all. */
  wants: Wants | null;
}

export type Readers = ReturnType<typeof createReaders>;

/** `maxUnread`: bytes of earlier events that may still wait for a reader when new ones come. */
export function createReaders(maxUnread: number) {
  const readers = new Set<Reader>();

  function write(reader: Reader, bytes: Buffer): void {
    // Checked before the write: right after it the bytes just written would count too.
    if (reader.outlet.writableLength > maxUnread) {
      readers.delete(reader);
      reader.outlet.destroy();
    } else {
      reader.outlet.write(bytes);
    }
  }

  return {
    add(reader: Reader): void {
      readers.add(reader);
    },
    remove(reader: Reader): void {
      readers.delete(reader);
    },
    /** Writes new events to all. Whoever has left too much unread is cut off; the others go on. */
    broadcast(frames: readonly Frame[]): void {
      const all = joined(frames);
      for (const reader of readers) {
        const bytes = reader.wants === null ? all : joined(wanted(frames, reader.wants));
        if (bytes.length > 0) write(reader, bytes);
      }
    },
    beat(): void {
      for (const reader of readers) write(reader, heartbeat);
    },
    /** The sessions that have streams here. */
    sessions: () => new Set([...readers].map(({ session }) => session)),
    /** Ends the streams, of one session or all, with a final frame if one is given. */
    end(finalFrame?: Buffer, session?: string): void {
      for (const reader of readers) {
        if (session !== undefined && reader.session !== session) continue;
        readers.delete(reader);
        reader.outlet.end(finalFrame);
      }
    },
  };
}

/** The events that a reader is to hear of; null: all. */
export function wanted(frames: readonly Frame[], wants: Wants | null) {
  return wants === null ? frames : frames.filter(({ transfer }) => wants(transfer));
}

export function joined(frames: readonly Frame[]): Buffer {
  return Buffer.concat(frames.map(({ bytes }) => bytes));
}
