import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { currentWork } from './caller.ts';
import type { ConnectionsOptions } from './connections-options.ts';
import { openConnector } from './connector.ts';
import { openRunner } from './runner.ts';
import { sessionsOf, type WithSession } from './session.ts';
import { givenUpIfSilent } from './silent-server.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import type { Query, Statement } from './statement.ts';
import { isUnreachable, retryWhileUnreachable } from './unreachable.ts';

export type { Session } from './session.ts';
export type { Snapshot } from './snapshot.ts';
export type { Query, Statement } from './statement.ts';

/**
 * Settings of each connection. `schema`: where its tables are, before those of the database's own search path.
 *
 * Statements are planned without looking at their values: a page then costs the same every time, and a named statement
 * is never planned again. Pages are mostly in memory, where reading them in the order of an index costs no more than
 * one after the other.
 */
export function sessionSettings(schema: string | undefined): string {
  const path = schema === undefined ? '' : `; set search_path = ${schema}, public`;
  return `set plan_cache_mode = force_generic_plan; set random_page_cost = 1.1${path}`;
}

const int8 = 20;
const numbers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
};

/** What a store is made of: Kysely, and a way past it for hot reads. */
export interface Connections<Database> {
  db: Kysely<Database>;
  /** Without the queue, for the store's own statements. */
  pool: pg.Pool;
  /** Ends the pool, as often as it is called; `db.destroy()` leaves it where `db` was not used. */
  end(): Promise<void>;
  query: Query;
  openSnapshot(): Promise<Snapshot>;
  withSession: WithSession;
}

/**
 * Opens a pool of connections; bigint columns are read as numbers (none here counts beyond 2^53). Each statement of
 * `query`, and each connection that Kysely takes, waits in the queue for the caller whose work it is (`actingFor`). A
 * statement whose caller has gone is cancelled.
 *
 * A connection lost while idle is replaced. While the database cannot be reached, callers wait up to `restartMs` for a
 * new connection. A read that was cut off is repeated. A write is not, because it may have been done.
 */
export function openConnections<Database>(
  config: pg.PoolConfig,
  options: ConnectionsOptions = {},
): Connections<Database> {
  const { restartMs = 0, answerMs, revive } = options;
  const pool = new pg.Pool({ ...config, types: numbers });
  pool.on('error', () => {});
  // Without a listener the loss of a connection in use would end the process; its user gets the error.
  pool.on('connect', (client) => client.on('error', () => {}));
  const connector = openConnector(pool, options);
  const runner = openRunner(pool, options);
  const { connectInTurn, settleWriting } = connector;

  async function read<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const { client, release } = await connectInTurn(currentWork().caller?.gone);
    let lost = false;
    try {
      return await runner.run<Row>(client, statement, values);
    } catch (error) {
      lost = isUnreachable(error);
      throw error;
    } finally {
      await release(lost);
    }
  }

  async function connectForKysely() {
    // Not given up when its caller goes: a write may be one of several steps.
    const { client, release } = await connectInTurn();
    try {
      await settleWriting(client);
    } catch (error) {
      await release(true);
      throw error;
    }
    const { statementMs = 0 } = currentWork();
    return givenUpIfSilent(client, answerMs && answerMs + statementMs, release);
  }

  let ended: Promise<void> | undefined;
  const end = () => {
    ended ??= pool.end();
    return ended;
  };
  const ofKysely = { connect: connectForKysely, end, options: pool.options };
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: ofKysely }) }),
    pool,
    end,
    query: (statement, values) =>
      retryWhileUnreachable(restartMs, () => read(statement, values), revive),
    withSession: sessionsOf(pool, connector, runner),
    openSnapshot: () => openSnapshot(connector, runner, options),
  };
}
