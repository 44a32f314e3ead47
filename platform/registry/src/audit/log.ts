import type { Store } from '@tallystick/store/store';
import type { SigningKey } from '../signing/signing-key.ts';
import type { Database } from '../store/schema.ts';
import type { Writer } from '../store/writes.ts';
import { appendLink, type NewEntry } from './audit.ts';
import type { ChainView } from './chain-view.ts';
import type { HeadFile } from './head-file.ts';
import { linksBy, linksIn } from './read-links.ts';
import type { Replay } from './replay.ts';
import { type Head, openLinkMac, openWalk, type Walk } from './walk.ts';

/** How many links are read at a time. */
const page = 200;

export type AuditLog = ReturnType<typeof openAuditLog>;

/** One walk from the beginning, and how far a chain must reach that was longer once. */
interface Followed {
  walk: Walk;
  /** The chain no longer holds the head that it had. */
  forked: boolean;
  /** The link up to which a revocation may be missing; 0: none is; null: not walked to the end yet. */
  doubtful: number | null;
}

/**
 * What the registry has written, as far as a process has followed and verified it.
 *
 * @param views what parts read of it
 * @param headFile absent: nothing is known of the chain but what it says itself
 */
export function openAuditLog(
  store: Pick<Store<Database>, 'query'>,
  key: SigningKey,
  views: readonly ChainView[],
  headFile?: HeadFile,
) {
  const mac = openLinkMac(key);
  const read = linksBy(store.query);
  let followed = begin();
  /** The head of the longest chain that this folder, or this process, has seen. */
  let furthest: Head | null = headFile?.head ?? null;
  /** A walk of its own over links that were followed before. */
  let sweeping: Walk | null = null;
  let found: readonly string[] = [];

  function begin(): Followed {
    return { walk: openWalk(mac, views), forked: false, doubtful: null };
  }

  function noteHead({ walk, forked }: Followed): void {
    const last = walk.last();
    if (forked || last === null || last.sequence <= (furthest?.sequence ?? 0)) return;
    furthest = last;
    headFile?.note(last);
  }

  /**
   * What the chain says now: everything that was committed before the question is in it. One indexed
   * read while nothing was appended. Within a transaction, before that one appends anything.
   */
  async function follow(trx?: Writer): Promise<Replay> {
    for (;;) {
      const current = followed;
      const { walk } = current;
      const before = walk.last();
      const rows = await (trx === undefined ? read : linksIn(trx))(walk.reached(), page);
      // Another call has restarted the walk.
      if (current !== followed) continue;
      if (before !== null && rows[0]?.link.hash !== before.hash) {
        // The chain was replaced: walk it from the beginning.
        followed = begin();
        continue;
      }
      for (const row of rows) {
        // Another call may have taken this link already.
        if (row.link.sequence <= walk.reached()) continue;
        walk.take(row);
        const { sequence, hash } = row.link;
        if (sequence === furthest?.sequence && hash !== furthest.hash) current.forked = true;
      }
      if (rows.length < page) {
        // Links that only came late, as from a server that lags, take the doubt back: no head has its hash without all
        // links before it.
        current.doubtful = wasCut() ? (current.doubtful ?? walk.reached()) : 0;
        noteHead(current);
        return walk.replay;
      }
    }
  }

  /** Whether the chain does not have the head that it had. */
  function wasCut(): boolean {
    const { walk, forked } = followed;
    return forked || walk.reached() < (furthest?.sequence ?? 0);
  }

  /** Whether a link is missing that could have taken back what this one gave, as far as was followed. */
  function isDoubtful(sequence: number): boolean {
    const { walk, doubtful } = followed;
    return sequence < walk.gap() || sequence <= (doubtful ?? 0);
  }

  return {
    /** Appends a link, in the transaction of the change that it records. Returns its sequence. */
    append: (trx: Writer, deed: NewEntry): Promise<number> => appendLink(trx, mac, deed),
    follow,
    /** What was followed last, without asking: some seconds old at most. */
    seen: (): Replay => followed.walk.replay,
    isDoubtful,
    /** Reads some more of the whole chain again, from the beginning when it has come to the end. */
    sweep: async (): Promise<void> => {
      sweeping ??= openWalk(mac, views);
      const rows = await read(sweeping.reached() + 1, page);
      for (const row of rows) sweeping.take(row);
      if (rows.length === page) return;
      found = sweeping.problems;
      sweeping = null;
    },
    /** What is wrong with the chain, one line each; none: it is whole, as far as it was looked at. */
    problems: (): string[] => {
      const { sequence } = furthest ?? { sequence: 0 };
      const reached = followed.walk.reached();
      const cut = followed.forked
        ? `link ${sequence} is another than it was: the chain's end was cut off and written anew`
        : `the chain ends at link ${reached} and reached ${sequence}: its end was cut off`;
      const end = wasCut() ? [cut] : [];
      const again = sweeping?.problems ?? [];
      return [...new Set([...end, ...followed.walk.problems, ...found, ...again])];
    },
  };
}
