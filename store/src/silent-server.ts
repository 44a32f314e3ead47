import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { limitIn } from './statement-limit.ts';
import { isUnreachable } from './unreachable.ts';

/** A statement that fails here if its answer takes longer: a server that has vanished gives none. */
export function answeredWithin(ms: number | undefined, text: string) {
  return { text, query_timeout: ms };
}

/**
 * A connection as Kysely takes it, which is given up when an answer does not come in time: its server has vanished,
 * which TCP alone says after a quarter of an hour. Whoever sets a limit of statements on it has that much more time;
 * each writer of the ledger does, two minutes. A commit that is given up may have been done.
 */
export function givenUpIfSilent(client: pg.PoolClient, answerMs: number): PostgresPoolClient {
  let extraMs = 0;
  let lost = false;
  async function ask(text: string, values: readonly unknown[]) {
    // What it was told before has no answer yet, and this one would wait behind it.
    if (lost) throw new Error('Connection terminated');
    extraMs = Math.max(extraMs, limitIn(text) ?? 0);
    try {
      return await client.query({
        ...answeredWithin(answerMs + extraMs, text),
        values: [...values],
      });
    } catch (error) {
      lost = isUnreachable(error);
      throw error;
    }
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Rows are not read by cursors here.');
    return ask(text, values);
  }
  return { query, release: (destroy) => client.release(destroy === true || lost) };
}
