import type { Query } from './connections.ts';
import { codeOf, lineOf } from './error-code.ts';
import { isUnreachable, retryWhileUnreachable } from './unreachable.ts';

/** A range of a table's blocks of 8 kB, `to` not included. */
export interface Blocks {
  /** As it is written in SQL. */
  table: string;
  from: number;
  to: number;
}

/** Milliseconds that a database which ends when a block is read may take to come back. */
const restartMs = 30_000;

/**
 * The damage that a statement's error reports, in one line. That is a block with a wrong checksum, a missing file,
 * table or column, or bytes that are no value. Undefined: it is another error.
 */
export function damageOf(error: unknown): string | undefined {
  // PostgreSQL's classes: internal error, system error, data exception, undefined object.
  const isDamage = /^(XX|58|22|42P01$|42703$|42883$)/.test(codeOf(error));
  return isDamage ? lineOf(error) : undefined;
}

/** The tables of the store's schema, with how many blocks each has. */
export async function tablesOf(query: Query): Promise<{ table: string; blocks: number }[]> {
  const text = `
    select quote_ident(relname) as table, (pg_relation_size(oid) / 8192)::int as blocks
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
    order by relname`;
  return query<{ table: string; blocks: number }>({ text }, []);
}

/**
 * Reads every row of some blocks. Gives `wanted` for each range that can be read: an aggregate over the rows `t`, such
 * as `sum(length(t::text))`, which reads them completely. A range that cannot be read is halved, down to single
 * blocks: for these `unreadable` is called with the reason.
 */
export async function readBlocks<Row extends Record<string, unknown>>(
  query: Query,
  { table, from, to }: Blocks,
  wanted: string,
  unreadable: (block: number, reason: string) => void,
): Promise<Row[]> {
  const text = `
    select ${wanted} from ${table} t where ctid >= '(${from},0)' and ctid < '(${to},0)'`;
  try {
    return await query<Row>({ text }, []);
  } catch (error) {
    const reason = damageOf(error) ?? (await endOf(query, error));
    if (to - from === 1) {
      unreadable(from, reason);
      return [];
    }
    const middle = Math.floor((from + to) / 2);
    const rows = await readBlocks<Row>(query, { table, from, to: middle }, wanted, unreadable);
    return rows.concat(
      await readBlocks<Row>(query, { table, from: middle, to }, wanted, unreadable),
    );
  }
}

/** Waits for the database: damage can end the server process that reads it. Any other error is thrown again. */
async function endOf(query: Query, error: unknown): Promise<string> {
  if (!isUnreachable(error)) throw error;
  await retryWhileUnreachable(restartMs, () => query({ text: 'select 1' }, []));
  return 'the database ended while it read it';
}
