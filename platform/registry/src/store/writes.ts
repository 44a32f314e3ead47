import type { Store } from '@tallystick/store/store';
import { type Kysely, sql, type Transaction } from 'kysely';
import { changeChannel } from './definition.ts';
import type { Database } from './schema.ts';

/** Key of the advisory lock that writers take. */
const writing = 7_205_101;

/** What reads the registry's tables, inside a transaction or not. */
export type Reader = Kysely<Database>;
export type Writer = Transaction<Database>;

/**
 * Runs a change of the registry as one transaction. It waits for all changes that are under way, here and in other
 * processes, so that what it reads still holds when it writes. A refusal rolls back what it wrote.
 */
type Write = <R extends { ok: boolean }>(
  run: (db: Writer) => Promise<R>,
  kind?: WriteKind,
) => Promise<R>;
/** `urgent`: a small write that must be possible on a full disk, because it takes something back or closes it. */
export type WriteKind = 'usual' | 'urgent';

class Refused extends Error {}

export function openWrites(store: SmallWrites): Write {
  // Writers of one process queue here, so that waiting ones hold no connections that readers need.
  let last: Promise<unknown> = Promise.resolve();
  return (run, kind = 'usual') => {
    const result = last.then(() => writeOnce(store, run, kind));
    last = result.catch(() => {});
    return result;
  };
}

/** What small writes need of a store. */
export type SmallWrites = Pick<Store<Database>, 'db' | 'hasReserve'>;

/**
 * Runs a small write as one transaction that is possible on a full disk. It does not wait for changes of
 * the registry, and sends no NOTIFY.
 */
export async function runSmallWrite<R>(
  { db, hasReserve }: SmallWrites,
  run: (db: Writer) => Promise<R>,
): Promise<R> {
  const passes = await hasReserve();
  const begun = db.transaction();
  return await (passes ? begun.setAccessMode('read write') : begun).execute(run);
}

async function writeOnce<R extends { ok: boolean }>(
  store: SmallWrites,
  run: (db: Writer) => Promise<R>,
  kind: WriteKind,
): Promise<R> {
  let result: R | undefined;
  try {
    const change = async (trx: Writer) => {
      await sql`select pg_advisory_xact_lock(${writing})`.execute(trx);
      result = await run(trx);
      if (!result.ok) throw new Refused();
      await sql`select pg_notify(${changeChannel}, '')`.execute(trx);
      return result;
    };
    if (kind === 'urgent') return await runSmallWrite(store, change);
    return await store.db.transaction().execute(change);
  } catch (error) {
    if (error instanceof Refused && result !== undefined) return result;
    throw error;
  }
}
