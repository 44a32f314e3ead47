import type { TransferRow } from '@tallystick/shared/contracts/transfer';
import { heartbeat } from './frame.ts';
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

/** What is written to readers. If `transfer` is null, it is about no transfer and for all readers. */
interface Message {
  transfer: TransferRow | null;
  bytes: Buffer;
}

/**
 * Readers that are written to in one turn of the event loop, which takes some 2 ms. Requests begin
 * between the turns.
 */
const perTurn = 250;

export type Readers = ReturnType<typeof createReaders>;

/**
 * Readers wait in a queue. Each one gets all that is new and goes to the end of the queue. If an
 * event comes while thousands are written to, those that are left get it at once. It does not wait
 * for a second round.
 *
 * @param maxUnread bytes of earlier events that may still wait for a reader when new ones come
 */
export function createReaders(
  maxUnread: number,
  nextTurn: (run: () => void) => void = setImmediate,
) {
  /** Each reader with the number of its next message. The reader that misses most comes first. */
  const queue = new Map<Reader, number>();
  /** The newest messages: all that some reader still misses. */
  let messages: Message[] = [];
  /** How many messages there ever were. */
  let count = 0;
  let isWriting = false;
  /** The bytes for readers that hear of everything, from one message on. */
  let shared: { from: number; upTo: number; bytes: Buffer } | null = null;

  function tell(news: readonly Message[]): void {
    messages.push(...news);
    count += news.length;
    if (!isWriting) writeInTurn();
  }

  function writeInTurn(): void {
    isWriting = true;
    let left = perTurn;
    for (const [reader, next] of queue) {
      if (next === count) break;
      if (left === 0) {
        messages = messages.slice(next - count);
        nextTurn(writeInTurn);
        return;
      }
      left -= 1;
      queue.delete(reader);
      write(reader, bytesFor(reader, next));
    }
    messages = [];
    isWriting = false;
  }

  function bytesFor({ wants }: Reader, from: number): Buffer {
    const missed = () => messages.slice(from - count);
    if (wants !== null) return joined(wanted(missed(), wants));
    if (shared?.from !== from || shared.upTo !== count) {
      shared = { from, upTo: count, bytes: joined(missed()) };
    }
    return shared.bytes;
  }

  function write(reader: Reader, bytes: Buffer): void {
    const { outlet } = reader;
    // Checked before the write: right after it the bytes just written would count too.
    if (bytes.length > 0 && outlet.writableLength > maxUnread) {
      outlet.destroy();
      return;
    }
    queue.set(reader, count);
    if (bytes.length > 0) outlet.write(bytes);
  }

  return {
    add(reader: Reader): void {
      queue.set(reader, count);
    },
    remove(reader: Reader): void {
      queue.delete(reader);
    },
    /** Writes new events to all. A reader that has left too much unread is cut off; the others go on. */
    broadcast: tell,
    beat(): void {
      tell([{ transfer: null, bytes: heartbeat }]);
    },
    /** The sessions that have streams here. */
    sessions: () => new Set([...queue.keys()].map(({ session }) => session)),
    /** Ends the streams, of one session or all, with a final frame if one is given. */
    end(finalFrame?: Buffer, session?: string): void {
      for (const reader of queue.keys()) {
        if (session !== undefined && reader.session !== session) continue;
        queue.delete(reader);
        reader.outlet.end(finalFrame);
      }
    },
  };
}

/** The messages that a reader is to get; null: all. */
export function wanted<T extends Message>(messages: readonly T[], wants: Wants | null) {
  if (wants === null) return messages;
  return messages.filter(({ transfer }) => transfer === null || wants(transfer));
}

/** Their bytes; those of a single one are not copied. */
export function joined(messages: readonly Message[]): Buffer {
  const [first] = messages;
  return first !== undefined && messages.length === 1
    ? first.bytes
    : Buffer.concat(messages.map(({ bytes }) => bytes));
}
