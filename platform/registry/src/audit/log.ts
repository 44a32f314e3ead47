import type { Store } from '@tallystick/store/store';
import type { SigningKey } from '../signing/signing-key.ts';
import type { Database } from '../store/schema.ts';
import type { Writer } from '../store/writes.ts';
import { appendEntry, type NewEntry } from './append.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import type { LogView } from './log-view.ts';
import { entriesBy, entriesIn, unsealedRows } from './read-entries.ts';
import type { Replay } from './replay.ts';
import { type Head, hashOf, openSeal } from './seal.ts';
import { openWalk, type Walk } from './walk.ts';

/** How many entries are read at a time. */
const page = 200;

export type AuditLog = ReturnType<typeof openAuditLog>;

/** One walk from the beginning, and how far a log must reach that was longer once. */
interface Followed {
  walk: Walk;
  /** The log no longer holds the head that it had. */
  forked: boolean;
  /** The entry up to which a revocation may be missing; 0: none is; null: not walked to the end yet. */
  doubtful: number | null;
}

/** A walk of its own over entries that were followed before, and where it reads on. */
interface Sweep {
  walk: Walk;
  from: number;
}

/**
 * What the registry has written, as far as a process has followed and verified it.
 *
 * @param views what parts read of it
 * @param checkpoint absent: nothing is known of the log but what it says itself
 */
export function openAuditLog(
  store: Pick<Store<Database>, 'query' | 'db'>,
  key: SigningKey,
  views: readonly LogView[],
  checkpoint?: KeptCheckpoint,
) {
  const seal = openSeal(key);
  const read = entriesBy(store.query);
  let followed = begin();
  /** The head of the longest log that this folder, or this process, has seen. */
  let furthest: Head | null = checkpoint?.head ?? null;
  let sweeping: Sweep | null = null;
  let found: readonly string[] = [];

  function begin(): Followed {
    return { walk: openWalk(seal, views), forked: false, doubtful: null };
  }

  function noteHead({ walk, forked }: Followed): void {
    if (forked || walk.reached() <= (furthest?.sequence ?? 0)) return;
    const head = walk.head();
    if (head === null) return;
    furthest = head;
    checkpoint?.note(head);
  }

  /**
   * What the log says now: everything that was committed before the question is in it. One indexed
   * read while nothing was appended. Within a transaction, before that one appends anything.
   */
  async function follow(trx?: Writer): Promise<Replay> {
    let from: number | null = null;
    for (;;) {
      const current = followed;
      const { walk } = current;
      const before = walk.note();
      const rows = await (trx === undefined ? read : entriesIn(trx))(from ?? walk.reached(), page);
      // Another call has restarted the walk.
      if (current !== followed) {
        from = null;
        continue;
      }
      if (from === null && before !== null && rows[0]?.checkpoint !== before) {
        // The log was replaced: walk it from the beginning.
        followed = begin();
        continue;
      }
      walk.take(rows, (number, frontier) => {
        if (number !== furthest?.sequence) return;
        if (hashOf(frontier) !== furthest.hash) current.forked = true;
      });
      if (rows.length < page) {
        // Entries that only came late, as from a server that lags, take the doubt back: no head has its hash without
        // all entries before it.
        current.doubtful = wasCut() ? (current.doubtful ?? walk.reached()) : 0;
        noteHead(current);
        return walk.replay;
      }
      // What nobody sealed leaves the walk where it was.
      from = (rows.at(-1)?.number ?? 0) + 1;
    }
  }

  /** Whether the log does not have the head that it had. */
  function wasCut(): boolean {
    const { walk, forked } = followed;
    return forked || walk.reached() < (furthest?.sequence ?? 0);
  }

  /** Whether an entry is missing that could have taken back what this one gave, as far as was followed. */
  function isDoubtful(sequence: number): boolean {
    const { walk, doubtful } = followed;
    return sequence < walk.gap() || sequence <= (doubtful ?? 0);
  }

  return {
    /** Appends an entry, in the transaction of the change that it records. Returns the sequence of its row. */
    append: (trx: Writer, entry: NewEntry): Promise<number> => appendEntry(trx, seal, entry),
    follow,
    /** What was followed last, without asking: some seconds old at most. */
    seen: (): Replay => followed.walk.replay,
    isDoubtful,
    /** Reads some more of the whole log again, from the beginning when it has come to the end. */
    sweep: async (): Promise<void> => {
      sweeping ??= { walk: openWalk(seal, views), from: 1 };
      const { walk, from } = sweeping;
      const rows = await read(from, page);
      walk.take(rows);
      sweeping.from = (rows.at(-1)?.number ?? 0) + 1;
      if (rows.length === page) return;
      found = [...walk.problems(), ...(await unsealedRows(store.db))];
      sweeping = null;
    },
    /** What is wrong with the log, one line each; none: it is whole, as far as it was looked at. */
    problems: (): string[] => {
      const { sequence } = furthest ?? { sequence: 0 };
      const reached = followed.walk.reached();
      const cut = followed.forked
        ? `entry ${sequence} is another than it was: the log's end was cut off and written anew`
        : `the log ends at entry ${reached} and reached ${sequence}: its end was cut off`;
      const end = wasCut() ? [cut] : [];
      const again = sweeping?.walk.problems() ?? [];
      return [...new Set([...end, ...followed.walk.problems(), ...found, ...again])];
    },
  };
}
