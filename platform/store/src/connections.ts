import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { captureBatch, currentWork } from './caller.ts';
import { type CopiedRows, runCopy } from './copy.ts';
import { type FairQueue, hasGone } from './fair-queue.ts';
import { answeredWithin, givenUpIfSilent } from './silent-server.ts';
import { isUnreachable, retryWhileUnreachable } from './unreachable.ts';

/**
 * Settings of each connection; `schema`: where its tables are, before those of the database's own
 * search path. Statements are planned without looking at their values: what a page
 * costs is then the same every time, and a named statement is never planned again. Pages are mostly
 * in memory, where reading them in the order of an index costs no more than one after the other.
 */
export function sessionSettings(schema: string | undefined): string {
  const path = schema === undefined ? '' : `; set search_path = ${schema}, public`;
  return `set plan_cache_mode = force_generic_plan; set random_page_cost = 1.1${path}`;
}

const int8 = 20;
const numbers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
};

/** A connection of the pool that was taken. */
interface TakenConnection {
  client: pg.PoolClient;
  /** Gives it back, after a rollback of what is still open in it; one that is lost is ended. */
  release(isLost?: boolean): Promise<void>;
}

/** A statement with `$1`, `$2`, …; with a name, which stands for one text, it is planned once. */
export interface Statement {
  name?: string;
  text: string;
}

/** Runs a statement that only reads; `Row` says the columns that it gives. */
export type Query = <Row extends pg.QueryResultRow>(
  statement: Statement,
  values: readonly unknown[],
) => Promise<Row[]>;

/** Its statements see the database as of one moment, and run as batch work of the caller that opened it. */
export interface Snapshot {
  query: Query;
  release(): Promise<void>;
}

/** One connection, for work on whole tables: its statements have no time limit and wait for nobody. */
export interface Session {
  db: Kysely<unknown>;
  /** A part of a table, by `copy … to stdout`. */
  copyOut(statement: string): Promise<CopiedRows>;
  /** Puts rows into a table, by `copy … from stdin`; how many. */
  copyIn(statement: string, rows: Uint8Array): Promise<number>;
}

/** What a store is made of: Kysely, and a way past it for hot reads. */
export interface Connections<Database> {
  db: Kysely<Database>;
  /** Without the queue, for the store's own statements. */
  pool: pg.Pool;
  /** Ends the pool, as often as it is called; `db.destroy()` leaves it where `db` was not used. */
  end(): Promise<void>;
  query: Query;
  openSnapshot(): Promise<Snapshot>;
  /** Does some work with a connection of its own; an abort cancels the statement at which it is. */
  withSession<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export interface ConnectionsOptions {
  /** Milliseconds for which callers wait while the database cannot be reached; absent: 0. */
  restartMs?: number;
  /**
   * Milliseconds after which a statement is given up here, as the server has vanished or hangs; absent: never. Not
   * those of a session, and later what Kysely does within `withStatementLimit`.
   */
  answerMs?: number;
  /** Absent: statements wait for a connection only. */
  queue?: FairQueue | undefined;
  /** Called while the database cannot be reached: starts it where that is ours to do. */
  revive?: (() => Promise<void>) | undefined;
  /** Whether what Kysely does may not write now, unless its transaction says that it does; absent: never. */
  isReadOnly?: (() => boolean) | undefined;
  /** Makes the server give up what the connection runs, over another one. */
  cancel?(client: pg.PoolClient, over: pg.Pool): Promise<unknown>;
}

/**
 * Opens a pool of connections; bigint columns are read as numbers (none here counts beyond 2^53).
 * Each statement of `query`, and each connection that Kysely takes, waits in the queue for the
 * caller whose work it is (`actingFor`). A statement whose caller has gone is cancelled.
 * A connection lost while idle is replaced. For `restartMs` a new connection is waited for while the
 * database cannot be reached, and a read that was cut off is repeated; a write is not, because it
 * may have been done.
 */
export function openConnections<Database>(
  config: pg.PoolConfig,
  options: ConnectionsOptions = {},
): Connections<Database> {
  const { restartMs = 0, answerMs, queue, cancel, revive, isReadOnly } = options;
  const pool = new pg.Pool({ ...config, types: numbers });
  pool.on('error', () => {});
  // Without a listener the loss of a connection in use would end the process; its user gets the error.
  pool.on('connect', (client) => client.on('error', () => {}));

  /** Without the queue: for connections that are held while no statement runs. `leave` is called after the release. */
  async function connectNow(leave = () => {}): Promise<TakenConnection> {
    const client = await retryWhileUnreachable(restartMs, () => pool.connect(), revive);
    const release = async (isLost = false) => {
      let ends = isLost;
      if (!ends && client.getTransactionStatus() !== 'I') {
        const rollback = client.query(answeredWithin(answerMs, 'rollback'));
        ends = await rollback.then(
          () => false,
          () => true,
        );
      }
      client.release(ends);
      leave();
    };
    return { client, release };
  }

  const readOnly = new WeakSet<pg.PoolClient>();
  /** Has a connection refuse to write while the store may not, by code 25006. */
  async function settleWriting(client: pg.PoolClient): Promise<void> {
    const wanted = isReadOnly?.() ?? false;
    if (readOnly.has(client) === wanted) return;
    const text = `set default_transaction_read_only = ${wanted ? 'on' : 'off'}`;
    await client.query(answeredWithin(answerMs, text));
    if (wanted) readOnly.add(client);
    else readOnly.delete(client);
  }

  /** Rejects with a `StoreRefusal`, also when `gone` is aborted before the turn has come. */
  async function connectInTurn(gone?: AbortSignal): Promise<TakenConnection> {
    const leave = await queue?.acquire(currentWork(), gone);
    try {
      return await connectNow(leave);
    } catch (error) {
      leave?.();
      throw error;
    }
  }

  /** An abort cancels the statement at which `work` is, on this connection. */
  async function cancelledBy<T>(
    gone: AbortSignal | undefined,
    client: pg.PoolClient,
    work: () => Promise<T>,
  ): Promise<T> {
    // While it waited for the connection.
    if (gone?.aborted) throw hasGone();
    let cancelling: Promise<unknown> | undefined;
    const onGone = () => {
      cancelling = cancel?.(client, pool).catch(() => {});
    };
    gone?.addEventListener('abort', onGone);
    try {
      return await work();
    } finally {
      gone?.removeEventListener('abort', onGone);
      // A cancel request that arrives late would cancel the connection's next statement.
      await cancelling;
    }
  }

  async function run<Row extends pg.QueryResultRow>(
    client: pg.PoolClient,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const gone = currentWork().caller?.gone;
    const limited = { ...statement, values: [...values], query_timeout: answerMs };
    const work = async () => (await client.query<Row>(limited)).rows;
    return await cancelledBy(gone, client, work);
  }

  async function read<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const { client, release } = await connectInTurn(currentWork().caller?.gone);
    let lost = false;
    try {
      return await run<Row>(client, statement, values);
    } catch (error) {
      lost = isUnreachable(error);
      throw error;
    } finally {
      await release(lost);
    }
  }

  let ended: Promise<void> | undefined;
  const end = () => {
    ended ??= pool.end();
    return ended;
  };

  return {
    db: new Kysely<Database>({
      dialect: new PostgresDialect({
        pool: {
          // Not given up when its caller goes: a write may be one of several steps.
          connect: async () => {
            const { client, release } = await connectInTurn();
            try {
              await settleWriting(client);
            } catch (error) {
              await release(true);
              throw error;
            }
            const { statementMs = 0 } = currentWork();
            return givenUpIfSilent(client, answerMs && answerMs + statementMs, release);
          },
          end,
          options: pool.options,
        },
      }),
    }),
    pool,
    end,
    query: (statement, values) =>
      retryWhileUnreachable(restartMs, () => read(statement, values), revive),
    withSession: async (work, signal) => {
      const { client, release } = await connectNow();
      // Kysely takes and gives it as often as it likes.
      const kept = givenUpIfSilent(client, undefined, () => {});
      const owned = { connect: async () => kept, end: async () => {}, options: pool.options };
      try {
        await client.query('set statement_timeout = 0');
        await settleWriting(client);
        const session: Session = {
          db: new Kysely({ dialect: new PostgresDialect({ pool: owned }) }),
          copyOut: (statement) => runCopy(client, statement),
          copyIn: async (statement, rows) => (await runCopy(client, statement, rows)).rows,
        };
        return await cancelledBy(signal, client, () => work(session));
      } finally {
        // Its settings end with it.
        await release(true);
      }
    },
    // Its connection is held for a whole download, outside the queue; only its statements wait in it.
    openSnapshot: async () => {
      const inBatch = captureBatch();
      const { client, release } = await connectNow();
      try {
        await client.query(
          answeredWithin(answerMs, 'begin isolation level repeatable read read only'),
        );
      } catch (error) {
        await release(true);
        throw error;
      }
      let last: Promise<unknown> = Promise.resolve();
      return {
        query: <Row extends pg.QueryResultRow>(
          statement: Statement,
          values: readonly unknown[],
        ) => {
          // One connection runs one statement: a slot for a second would be held, and charged, for nothing.
          const rows = last.then(() =>
            inBatch(async () => {
              const work = currentWork();
              const leave = await queue?.acquire(work, work.caller?.gone);
              try {
                return await run<Row>(client, statement, values);
              } finally {
                leave?.();
              }
            }),
          );
          last = rows.catch(() => {});
          return rows;
        },
        release: async () => {
          await last;
          await release();
        },
      };
    },
  };
}
