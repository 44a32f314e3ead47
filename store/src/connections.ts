import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { patiently } from './patience.ts';

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
 * which who wants one waits while the database cannot be reached.
 */
class CleanPool extends pg.Pool {
  readonly #patience: number;

  constructor(config: pg.PoolConfig, patience: number) {
    super(config);
    this.#patience = patience;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(
    callback?: Parameters<pg.Pool['connect']>[0],
  ): Promise<pg.PoolClient> | undefined {
    if (!callback) {
      return patiently(this.#patience, () => super.connect()).then(rolledBackOnRelease);
    }
    super.connect(callback);
    return undefined;
  }
}

function rolledBackOnRelease(client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client);
  client.release = (destroy) => {
    if (destroy || client.getTransactionStatus() === 'I') release(destroy);
    else client.query('rollback').then(() => release(), release);
  };
  return client;
}

/** A statement with `$1`, `$2`, …; with a name, which stands for one text, it is planned once. */
export interface Statement {
  name?: string;
  text: string;
}

/** What both engines are made of: Kysely, and a way past it for hot reads. */
export interface Connections<Database> {
  db: Kysely<Database>;
  pool: pg.Pool;
  /** Runs a statement that only reads; `Row` says the columns that it gives. */
  query<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]>;
}

/**
 * Opens a pool of connections; bigint columns are read as numbers (none here counts beyond 2^53).
 * A connection lost while idle is replaced. For `patience` milliseconds a new connection is waited
 * for while the database cannot be reached, and a read that was cut off is made again; a write is
 * not, because it may have been done.
 */
export function openConnections<Database>(
  config: pg.PoolConfig,
  patience = 0,
): Connections<Database> {
  const pool = new CleanPool({ ...config, types: numbers }, patience);
  pool.on('error', () => {});
  // Lost while somebody has it: whoever asks next is told. Without a listener the process would end.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    query: async <Row extends pg.QueryResultRow>(
      statement: Statement,
      values: readonly unknown[],
    ) => {
      const read = () => pool.query<Row>({ ...statement, values: [...values] });
      return (await patiently(patience, read)).rows;
    },
  };
}
