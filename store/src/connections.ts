import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { captureBatch, currentWork } from './caller.ts';
import type { FairQueue } from './fair-queue.ts';
import { isOutOfReach, patiently } from './patience.ts';

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

/**
 * A pool in which a connection that comes back inside a transaction is rolled back first, and in
 * which who wants one waits for its turn, and while the database cannot be reached.
 */
class CleanPool extends pg.Pool {
  readonly #patience: number;
  readonly #queue: FairQueue | undefined;

  constructor(config: pg.PoolConfig, { patience = 0, queue }: ConnectionsOptions) {
    super(config);
    this.#patience = patience;
    this.#queue = queue;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(
    callback?: Parameters<pg.Pool['connect']>[0],
  ): Promise<pg.PoolClient> | undefined {
    // A write may be one of several steps, which do not end because who asked has gone.
    if (!callback) return this.connectInTurn();
    super.connect(callback);
    return undefined;
  }

  /** Past the queue: for what is held while nothing runs on it. */
  connectNow(afterRelease: () => void = () => {}): Promise<pg.PoolClient> {
    return patiently(this.#patience, () => super.connect()).then((client) =>
      rolledBackOnRelease(client, afterRelease),
    );
  }

  /** Rejects with a `StoreRefusal`, also when `gone` is aborted before the turn has come. */
  async connectInTurn(gone?: AbortSignal): Promise<pg.PoolClient> {
    const leave = await this.#queue?.acquire(currentWork(), gone);
    try {
      return await this.connectNow(leave);
    } catch (error) {
      leave?.();
      throw error;
    }
  }
}

function rolledBackOnRelease(client: pg.PoolClient, afterRelease: () => void): pg.PoolClient {
  const release = client.release.bind(client);
  client.release = (destroy) => {
    if (destroy || client.getTransactionStatus() === 'I') {
      release(destroy);
      afterRelease();
    } else {
      client
        .query('rollback')
        .then(() => release(), release)
        .finally(afterRelease);
    }
  };
  return client;
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

/**
 * What is asked here is answered as of one moment, as batch work of whoever opened it. PGlite has one
 * connection, which would be taken from everybody: there each statement sees the newest.
 */
export interface Snapshot {
  query: Query;
  release(): Promise<void>;
}

/** What both engines are made of: Kysely, and a way past it for hot reads. */
export interface Connections<Database> {
  db: Kysely<Database>;
  /** A way past the queue too, for what the engine itself does. */
  pool: pg.Pool;
  query: Query;
  openSnapshot(): Promise<Snapshot>;
}

export interface ConnectionsOptions {
  /** Milliseconds for which the database may be out of reach without anybody being told. */
  patience?: number;
  /** Absent: nobody waits but for a connection. */
  queue?: FairQueue;
  /** Makes the server give up what the connection runs, over another one. */
  cancel?(client: pg.PoolClient, over: pg.Pool): Promise<unknown>;
}

/**
 * Opens a pool of connections; bigint columns are read as numbers (none here counts beyond 2^53).
 * Each statement of `query`, and each connection that Kysely takes, waits in the queue for the
 * caller whose work it is (`actingFor`). A statement whose caller has gone is cancelled.
 * A connection lost while idle is replaced. For `patience` milliseconds a new connection is waited
 * for while the database cannot be reached, and a read that was cut off is made again; a write is
 * not, because it may have been done.
 */
export function openConnections<Database>(
  config: pg.PoolConfig,
  options: ConnectionsOptions = {},
): Connections<Database> {
  const { patience = 0, queue, cancel } = options;
  const pool = new CleanPool({ ...config, types: numbers }, options);
  pool.on('error', () => {});
  // Lost while somebody has it: whoever asks next is told. Without a listener the process would end.
  pool.on('connect', (client) => client.on('error', () => {}));

  async function run<Row extends pg.QueryResultRow>(
    client: pg.PoolClient,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const gone = currentWork().caller?.gone;
    let cancelling: Promise<unknown> | undefined;
    const onGone = () => {
      cancelling = cancel?.(client, pool).catch(() => {});
    };
    gone?.addEventListener('abort', onGone);
    try {
      return (await client.query<Row>({ ...statement, values: [...values] })).rows;
    } finally {
      gone?.removeEventListener('abort', onGone);
      // A request to cancel that comes late would end the next statement of the connection.
      await cancelling;
    }
  }

  async function read<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const client = await pool.connectInTurn(currentWork().caller?.gone);
    let lost = false;
    try {
      return await run<Row>(client, statement, values);
    } catch (error) {
      lost = isOutOfReach(error);
      throw error;
    } finally {
      client.release(lost);
    }
  }

  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    query: (statement, values) => patiently(patience, () => read(statement, values)),
    // Its connection is held as long as somebody downloads; only its statements take turns.
    openSnapshot: async () => {
      const inBatch = captureBatch();
      const client = await pool.connectNow();
      await client.query('begin isolation level repeatable read read only');
      return {
        query: (statement, values) =>
          inBatch(async () => {
            const work = currentWork();
            const leave = await queue?.acquire(work, work.caller?.gone);
            try {
              return await run(client, statement, values);
            } finally {
              leave?.();
            }
          }),
        release: async () => client.release(),
      };
    },
  };
}
