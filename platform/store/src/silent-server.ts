import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { isUnreachable } from './unreachable.ts';

/** A statement that fails here if its answer takes longer: a server that has vanished gives none. */
export function answeredWithin(ms: number | undefined, text: string) {
  return { text, query_timeout: ms };
}

/**
 * A connection as Kysely takes it. When an answer takes longer than `answerMs` (absent: never), the connection is given
 * up and `release` gets true: the server has vanished. TCP alone would notice after a quarter of an hour. A commit
 * that is given up may have been done.
 */
export function givenUpIfSilent(
  client: pg.PoolClient,
  answerMs: number | undefined,
  release: (isLost: boolean) => void,
): PostgresPoolClient {
  let lost = false;
  async function ask(text: string, values: readonly unknown[]) {
    // The statement before has no answer yet, and this one would wait behind it.
    if (lost) throw new Error('Connection terminated');
    try {
      return await client.query({ ...answeredWithin(answerMs, text), values: [...values] });
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
  return { query, release: (destroy) => release(destroy === true || lost) };
}
