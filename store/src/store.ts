import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@tallystick/shared/environment';
import { makeFolder } from '@tallystick/shared/environment/data-folder';
import type { Kysely } from 'kysely';
import { openBallast } from './ballast.ts';
import type { Definition } from './definition.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { lineOf } from './error-code.ts';
import { freeSpace, watchFreeSpace } from './free-space.ts';
import { type Lock, type LockHolder, takeLock } from './lock.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';

export type { Definition, StoreMigration } from './definition.ts';

/** A database with its schema, either of two engines that understand the same SQL. */
export interface Store<Database> extends Engine<Database> {
  engine: 'pglite' | 'postgres';
  /** Tells other processes (PGlite only) at which port this one's service listens. */
  announce(port: number): void;
  /**
   * Sees to it that a small change is possible although the disk is full; whether it is. The change has
   * to say that it writes (`start transaction read write`), since all others are refused then.
   */
  freeReserve(): Promise<boolean>;
}

export type StoreResult<Database> =
  | { ok: true; store: Store<Database> }
  /** `problem` is one line for a person; `holder` is the process that has the embedded store. */
  | { ok: false; problem: string; holder?: LockHolder };

/** Where a store is, and how much of its time one client may use; absent: all of it. */
export type StoreSettings = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'> &
  Partial<Pick<Environment, 'LIMIT_STORE_SECONDS'>>;

/**
 * Opens a store where the environment says, PostgreSQL by DATABASE_URL or else PGlite in
 * DATA_DIR, and brings its schema up to date. `Database` is the schema that the migrations make.
 * A statement that takes longer than `statementTimeoutMs` (absent: 10,000 of a server,
 * 20,000 of PGlite) fails with code 57014, unless its transaction has taken more time by `set local statement_timeout`.
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
  const { name, title } = definition;
  const { DATA_DIR: folder, DATABASE_URL: url, LIMIT_STORE_SECONDS: seconds } = environment;
  const options: EngineOptions = { statementTimeoutMs, budget: seconds && seconds * 1_000 };
  if (url !== undefined) {
    const subject = `The database at ${withoutPassword(url)}`;
    const opened = await ready(subject, openPostgres<Database>(url, definition, options), prepare);
    if (!opened.ok) return opened;
    const own = { announce: () => {}, freeReserve: async () => true };
    return { ok: true, store: { ...opened.engine, engine: 'postgres', ...own } };
  }
  let lock: Lock;
  try {
    makeFolder(folder);
    const taken = takeLock(folder, name);
    if (!taken.ok) {
      const { holder } = taken;
      const problem = `${title} in ${folder} is in use by ${nameOf(holder)}.`;
      return { ok: false, problem, holder };
    }
    lock = taken.lock;
  } catch (error) {
    return { ok: false, problem: `DATA_DIR=${folder} cannot be used: ${lineOf(error)}` };
  }
  const opening = openPglite<Database>(join(folder, name), definition, options);
  const opened = await ready(`${title} in ${folder}`, opening, prepare);
  if (!opened.ok) {
    lock.release();
    return opened;
  }
  const { engine } = opened;
  const ballast = definition.keepsReserve && openBallast(join(folder, `${name}.reserve`));
  const endWatch = watchFreeSpace(engine.query, folder, ballast);
  return {
    ok: true,
    store: {
      ...engine,
      engine: 'pglite',
      announce: lock.announce,
      freeReserve: async () => (await ballast?.give(await freeSpace(folder))) ?? true,
      close: async () => {
        await endWatch();
        await engine.close();
        lock.release();
      },
    },
  };
}

/** An engine whose schema is as it is to be, or why there is none. */
async function ready<Database>(
  subject: string,
  opening: Promise<Engine<Database>>,
  prepare: (engine: Engine<Database>) => Promise<void>,
): Promise<{ ok: true; engine: Engine<Database> } | { ok: false; problem: string }> {
  let engine: Engine<Database> | undefined;
  try {
    engine = await opening;
    await prepare(engine);
    return { ok: true, engine };
  } catch (error) {
    await engine?.close();
    return { ok: false, problem: `${subject} cannot be opened: ${lineOf(error)}` };
  }
}

function nameOf({ pid, host }: LockHolder): string {
  if (pid === undefined) return 'another process';
  return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
}

function withoutPassword(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.protocol}//${parsed.host}${parsed.pathname}` : 'DATABASE_URL';
}
