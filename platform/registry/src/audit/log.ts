import type { Store } from '@tallystick/store/store';
import type { SigningKey } from '../signing/signing-key.ts';
import type { Database } from '../store/schema.ts';
import type { Writer } from '../store/writes.ts';
import { appendEntry, type NewEntry } from './append.ts';
import { openFollowing } from './following.ts';
import { openFurthestHead } from './furthest-head.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import type { LogView } from './log-view.ts';
import { entriesBy, unsealedRows } from './read-entries.ts';
import { openSeal } from './seal.ts';
import { openSweep } from './sweep.ts';
import { openWalk } from './walk.ts';

export type AuditLog = ReturnType<typeof openAuditLog>;

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
  const begin = () => openWalk(seal, views);
  const { follow, seen, head, isDoubtful, problems } = openFollowing(
    read,
    begin,
    openFurthestHead(checkpoint),
  );
  const sweep = openSweep(read, begin, () => unsealedRows(store.db));

  return {
    /** Appends an entry, in the transaction of the change that it records. Returns the sequence of its row. */
    append: (trx: Writer, entry: NewEntry): Promise<number> => appendEntry(trx, seal, entry),
    follow,
    seen,
    head,
    isDoubtful,
    /** Reads some more of the whole log again, from the beginning when it has come to the end. */
    sweep: sweep.step,
    /** What is wrong with the log, one line each; none: it is whole, as far as it was read. */
    problems: (): string[] => [...new Set([...problems(), ...sweep.problems()])],
  };
}
