import { type Result, refused } from '@tallystick/contract/result';
import type { Environment } from '@tallystick/settings/environment';
import type { Kysely } from 'kysely';
import type { Connections } from './connections.ts';
import type { Definition } from './definition.ts';
import { lineOf } from './error-code.ts';
import type { FairQueue } from './fair-queue.ts';
import { freeSpace, reserve, watchFreeSpace } from './free-space.ts';
import { keepsSessions } from './keeps-sessions.ts';
import { openListener } from './listener.ts';
import { openLocalServer } from './local-server/local-server.ts';
import { serverFolder } from './local-server/server-folder.ts';
import { migrate } from './migrate.ts';
import { openPool, type PoolOptions } from './pool.ts';
import { answeredWithin } from './silent-server.ts';
import { connectMs } from './single-client.ts';

export type { Definition, StoreMigration } from './definition.ts';

const inTransactionMode =
  'The server is behind a pooler in transaction mode, which loses what a connection listens for, its locks and its ' +
  'settings. Use session mode, or connect to the server itself.';

/**
 * Other connections that run a statement and do not wait for a lock. Each counts twice, because most statements take
 * a millisecond and this query misses them.
 */
const busy = {
  name: 'busy',
  text: `
    select 2 * count(*) as n from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and state = 'active'
      and pid <> pg_backend_pid() and wait_event_type is distinct from 'Lock'`,
};

/** A database with its schema. */
export interface Store<Database>
  extends Pick<Connections<Database>, 'db' | 'query' | 'openSnapshot' | 'withSession'>,
    Pick<FairQueue, 'retryAfter'> {
  /**
   * Calls the listener some time after each commit that notified the store's channel. A call can be lost or come
   * twice, so it is only a wake-up. Returns a function that ends it.
   */
  onNotify(listener: () => void): () => void;
  /** How many other statements wait for the database now, or run in it. */
  waiting(): Promise<number>;
  /**
   * Whether there is room for a small change although the disk is full. The change has to begin with
   * `start transaction read write`, since all other writes are refused then.
   */
  hasReserve(): Promise<boolean>;
  close(): Promise<void>;
}

/** Where a store is, and how many seconds a minute its statements for one client may run; absent: no limit. */
export type StoreSettings = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'> &
  Partial<Pick<Environment, 'LIMIT_STORE_SECONDS'>>;

/**
 * Opens a store and brings its schema up to date. The store is in the database at DATABASE_URL or, without that, in the
 * one of DATA_DIR's own server. `Database` is the schema that the migrations make.
 *
 * A statement that takes longer than `statementTimeoutMs` (absent: 10,000) fails with code 57014, unless its
 * transaction has more time by `expectingStatementLimit`. `settle` runs on the new schema before the store is returned.
 */
export function openStore<Database>(
  definition: Definition,
  environment: StoreSettings,
  statementTimeoutMs?: number,
  settle: (db: Kysely<Database>) => Promise<void> = async () => {},
): Promise<Result<Store<Database>>> {
  return openWith<Database>(definition, environment, statementTimeoutMs, async (store) => {
    await migrate(store, definition);
    await settle(store.db);
  });
}

/** Opens a store and leaves its schema as it is, for commands that maintain stores. */
export function openStoreAsItIs<Database = unknown>(
  definition: Definition,
  environment: StoreSettings,
): Promise<Result<Store<Database>>> {
  return openWith(definition, environment, undefined, async () => {});
}

async function openWith<Database>(
  definition: Definition,
  environment: StoreSettings,
  statementTimeoutMs: number | undefined,
  prepare: (store: Store<Database>) => Promise<void>,
): Promise<Result<Store<Database>>> {
  const { DATA_DIR: folder, DATABASE_URL: url, LIMIT_STORE_SECONDS: seconds } = environment;
  const subject =
    url === undefined
      ? `${definition.title} in ${folder}`
      : `The database at ${withoutPassword(url)}`;
  const place = url === undefined ? await openLocalPlace(folder) : placeAtUrl(url);
  if (!place.ok) return place;
  let { close } = place.value;
  try {
    const budget = seconds && seconds * 1_000;
    const store = await openAt<Database>(place.value, definition, { statementTimeoutMs, budget });
    close = store.close;
    await prepare(store);
    return { ok: true, value: store };
  } catch (error) {
    await close();
    return refused(`${subject} cannot be opened: ${lineOf(error)}`);
  }
}

/** Rejects if the server cannot be reached, or is behind a pooler that does not keep sessions. */
async function openAt<Database>(
  { url, revive, isReadOnly, hasReserve, close }: Place,
  definition: Definition,
  options: PoolOptions,
): Promise<Store<Database>> {
  const settings = { ...options, revive, isReadOnly };
  const { pool, end, ...opened } = openPool<Database>(url, definition, settings);
  try {
    // There are no retries, so that a wrong address fails at once when a program starts.
    await pool.query(answeredWithin(2 * connectMs, 'select 1'));
    if (!(await keepsSessions(url, pool))) throw new Error(inTransactionMode);
  } catch (error) {
    await end();
    throw error;
  }
  const { onNotify, stop } = openListener(url, definition.channel, revive);
  return {
    ...opened,
    onNotify,
    hasReserve,
    waiting: async () => Number((await opened.query<{ n: number }>(busy, []))[0]?.n ?? 0),
    close: async () => {
      await stop();
      await end();
      await close();
    },
  };
}

/** Where a database is, and what comes with that place. */
interface Place extends Pick<Store<unknown>, 'hasReserve' | 'close'> {
  url: string;
  revive?(): Promise<void>;
  isReadOnly?(): boolean;
}

/** A database that is there already: nothing is known about its disk, and nothing ends with the store. */
const placeAtUrl = (url: string): Result<Place> => ({
  ok: true,
  value: { url, hasReserve: async () => true, close: async () => {} },
});

/** The database of the data folder's own server. */
async function openLocalPlace(folder: string): Promise<Result<Place>> {
  try {
    const { url, revive, release } = await openLocalServer(folder);
    const { isFull, end } = watchFreeSpace(folder);
    const close = async () => {
      await end();
      release();
    };
    const hasReserve = async () => (await freeSpace(folder)) >= reserve.urgent;
    return { ok: true, value: { url, revive, isReadOnly: isFull, hasReserve, close } };
  } catch (error) {
    return refused(`DATA_DIR=${folder} cannot be used: ${lineOf(error)}`);
  }
}

/** Which server keeps the stores of an environment, for a person: as `PostgreSQL in .data/database`. */
export const databaseOf = ({ DATA_DIR: folder, DATABASE_URL: url }: StoreSettings): string =>
  url === undefined
    ? `PostgreSQL in ${serverFolder(folder)}`
    : `PostgreSQL at ${withoutPassword(url)}`;

function withoutPassword(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.protocol}//${parsed.host}${parsed.pathname}` : 'DATABASE_URL';
}
