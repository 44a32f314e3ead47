import type { Result } from '@tallystick/contract/result';
import type { Environment } from '@tallystick/settings/environment';
import type { Session } from '@tallystick/store/connections';
import { type Definition, openStoreAsItIs } from '@tallystick/store/store';
import { type Kysely, sql, type Transaction } from 'kysely';

/** One store, within a transaction. */
export interface OpenedStore extends Pick<Session, 'copyIn' | 'copyOut'> {
  definition: Definition;
  trx: Transaction<unknown>;
}

interface Work {
  /** All stores, which are in one database. */
  definitions: readonly [Definition, ...Definition[]];
  /** `snapshot`: all that is read is as of one moment. */
  access: 'snapshot' | 'write';
  /** Done in the session before its transaction begins: a lock that is taken within a snapshot is taken after it. */
  first?(session: Kysely<unknown>): Promise<void>;
}

/**
 * Opens all stores as they are and works on them in one transaction. Rejects with the error of the work,
 * which is undone. An abort cancels the statement at which the server is.
 */
export async function withTransactions<T>(
  environment: Environment,
  { definitions, access, first }: Work,
  signal: AbortSignal,
  work: (stores: readonly OpenedStore[]) => Promise<T>,
): Promise<Result<T>> {
  const opened = await openStoreAsItIs(definitions[0], environment);
  if (!opened.ok) return opened;
  const { withSession, close } = opened.value;
  try {
    return await withSession(async ({ db, copyIn, copyOut }) => {
      await first?.(db);
      return begin(db, access).execute(async (trx) => {
        const session = { trx, copyIn, copyOut };
        const value = await work(definitions.map((definition) => ({ definition, ...session })));
        return { ok: true, value };
      });
    }, signal);
  } finally {
    await close();
  }
}

function begin(db: Kysely<unknown>, access: Work['access']) {
  const begun = db.transaction();
  return access === 'write'
    ? begun
    : begun.setIsolationLevel('repeatable read').setAccessMode('read only');
}

/** Sets the search path to the schema of a store, so that names without a schema mean its tables. */
export async function enter({ definition, trx }: OpenedStore): Promise<void> {
  const { schema } = definition;
  const path = schema === undefined ? sql`default` : sql`${sql.id(schema)}, public`;
  await sql`set local search_path to ${path}`.execute(trx);
}
