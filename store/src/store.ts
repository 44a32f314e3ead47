import type { Environment } from '@tallystick/shared/environment';
import type { Kysely } from 'kysely';
import type { Definition } from './definition.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { lineOf } from './error-code.ts';
import { freeSpace, reserve, watchFreeSpace } from './free-space.ts';
import { openLocalServer } from './local-server/local-server.ts';
import { serverFolder } from './local-server/server-folder.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

export type { Definition, StoreMigration } from './definition.ts';

/** A database with its schema. */
export interface Store<Database> extends Engine<Database> {
  /**
   * Whether there is room for a small change although the disk is full. The change has to say that it writes
   * (`start transaction read write`), since all others are refused then.
   */
  hasReserve(): Promise<boolean>;
}

export type StoreResult<Database> =
  | { ok: true; store: Store<Database> }
  /** `problem` is one line for a person. */
  | { ok: false; problem: string };

/** Where a store is, and how much of its time one client may use; absent: all of it. */
export type StoreSettings = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'> &
  Partial<Pick<Environment, 'LIMIT_STORE_SECONDS'>>;

/**
 * Opens a store in the database that the environment names by DATABASE_URL, or else in that of DATA_DIR's own server,
 * and brings its schema up to date. `Database` is the schema that the migrations make.
 * A statement that takes longer than `statementTimeoutMs` (absent: 10,000) fails with code 57014, unless its
 * transaction has taken more time by `set local statement_timeout`.
 * `settle` is done on the new schema before the store is given out.
 */
export function openStore<Database>(
  definition: Definition,
  environment: StoreSettings,
  statementTimeoutMs?: number,
  settle: (db: Kysely<Database>) => Promise<void> = async () => {},
): Promise<StoreResult<Database>> {
  return openWith<Database>(definition, environment, statementTimeoutMs, async (engine) => {
    await migrate(engine, definition);
    await settle(engine.db);
  });
}

/** Opens a store and leaves its schema as it is, for what looks after stores. */
export function openStoreAsItIs<Database = unknown>(
  definition: Definition,
  environment: StoreSettings,
): Promise<StoreResult<Database>> {
  return openWith(definition, environment, undefined, async () => {});
}

async function openWith<Database>(
  definition: Definition,
  environment: StoreSettings,
  statementTimeoutMs: number | undefined,
  prepare: (engine: Engine<Database>) => Promise<void>,
): Promise<StoreResult<Database>> {
  const { DATA_DIR: folder, DATABASE_URL: url, LIMIT_STORE_SECONDS: seconds } = environment;
  const options: EngineOptions = { statementTimeoutMs, budget: seconds && seconds * 1_000 };
  const subject =
    url === undefined
      ? `${definition.title} in ${folder}`
      : `The database at ${withoutPassword(url)}`;
  const place = await (url === undefined ? openPlace(folder) : placeOn(url));
  if (!place.ok) return place;
  const { close: leave, hasReserve, ...way } = place;
  let engine: Engine<Database> | undefined;
  try {
    engine = await openPostgres<Database>(way.url, definition, { ...options, ...way });
    await prepare(engine);
  } catch (error) {
    await engine?.close();
    await leave();
    return { ok: false, problem: `${subject} cannot be opened: ${lineOf(error)}` };
  }
  const { close } = engine;
  const closeAll = async () => {
    await close();
    await leave();
  };
  return { ok: true, store: { ...engine, hasReserve, close: closeAll } };
}

/** Where a database is, and what belongs to being there. */
interface Place extends Pick<Store<unknown>, 'hasReserve' | 'close'> {
  ok: true;
  url: string;
  revive?(): Promise<void>;
  isReadOnly?(): boolean;
}

const placeOn = async (url: string): Promise<Place> => ({
  ok: true,
  url,
  hasReserve: async () => true,
  close: async () => {},
});

/** The database of the data folder's own server. */
async function openPlace(folder: string): Promise<Place | { ok: false; problem: string }> {
  try {
    const { url, revive, release } = await openLocalServer(folder);
    const { isFull, end } = watchFreeSpace(folder);
    const close = async () => {
      await end();
      release();
    };
    const hasReserve = async () => (await freeSpace(folder)) >= reserve.urgent;
    return { ok: true, url, revive, isReadOnly: isFull, hasReserve, close };
  } catch (error) {
    return { ok: false, problem: `DATA_DIR=${folder} cannot be used: ${lineOf(error)}` };
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
