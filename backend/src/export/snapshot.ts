import { CompiledQuery } from 'kysely';
import type { Store } from '../store/store.ts';

/** A way to ask the store several things, and the end of it. */
export interface Snapshot {
  query: Store['query'];
  release(): Promise<void>;
}

/**
 * What is asked here is answered as of one moment, on PostgreSQL. PGlite has one connection, which a
 * snapshot would take from everybody for as long as somebody downloads: there each statement sees
 * the newest.
 */
export async function openSnapshot({
  db,
  engine,
  query,
}: Pick<Store, 'db' | 'engine' | 'query'>): Promise<Snapshot> {
  if (engine === 'pglite') return { query, release: async () => {} };
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  return {
    query: async <Row>(statement: { text: string }, values: readonly unknown[]) => {
      const { rows } = await transaction.executeQuery<Row>(
        CompiledQuery.raw(statement.text, [...values]),
      );
      return rows;
    },
    release: async () => {
      await transaction.rollback().execute();
    },
  };
}
