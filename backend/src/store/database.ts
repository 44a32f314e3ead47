import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

/** The channel on which a commit with events is told. */
export const eventChannel = 'ledger_event';

const int8 = 20;
const numbers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
};

/** A pool in which a connection that comes back inside a transaction is rolled back first. */
class CleanPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(
    callback?: Parameters<pg.Pool['connect']>[0],
  ): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect().then(rolledBackOnRelease);
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

/**
 * Kysely over a pool of connections; bigint columns are read as numbers (none here counts beyond
 * 2^53). `prepare` runs once on each new connection. A connection lost while idle is replaced.
 */
export function openDatabase(
  config: pg.PoolConfig,
  prepare?: string,
): { db: Kysely<Database>; pool: pg.Pool } {
  const pool = new CleanPool({ ...config, types: numbers });
  pool.on('error', () => {});
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool,
      ...(prepare !== undefined && {
        onCreateConnection: async (connection) => {
          await connection.executeQuery(CompiledQuery.raw(prepare));
        },
      }),
    }),
  });
  return { db, pool };
}
