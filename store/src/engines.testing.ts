import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, describe, inject } from 'vitest';
import { copyDatabase } from './copy-database.testing.ts';
import { copyFiles } from './copy-files.testing.ts';
import type { Definition } from './definition.ts';
import type { Engine } from './engine.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import type { Store } from './store.ts';

/** Opens a migrated, empty store of its own; close it, or it is closed after the suite. */
export type OpenTestStore<Database> = () => Promise<Store<Database>>;

/** Declares the suite once over PGlite and once over a real PostgreSQL (see `prepareEngines`). */
export function forEachEngine<Database>(
  definition: Definition,
  suite: (openTestStore: OpenTestStore<Database>, engine: Store<Database>['engine']) => void,
): void {
  describe('on PGlite', () =>
    suite(testStores<Database>('pglite', pgliteSource(definition)), 'pglite'));
  describe('on PostgreSQL', () =>
    suite(testStores<Database>('postgres', postgresSource(definition)), 'postgres'));
}

interface Source<Database> {
  open(): Promise<Engine<Database>>;
  /** Called when the suite has ended. */
  end(): Promise<void>;
}

function testStores<Database>(
  engine: Store<Database>['engine'],
  source: Source<Database>,
): OpenTestStore<Database> {
  const open = new Set<Store<Database>>();
  afterAll(async () => {
    await Promise.all([...open].map((store) => store.close()));
    await source.end();
  });
  return async () => {
    const { close, ...opened } = await source.open();
    const store: Store<Database> = {
      ...opened,
      engine,
      announce: () => {},
      freeReserve: async () => true,
      close: async () => {
        if (open.delete(store)) await close();
      },
    };
    open.add(store);
    return store;
  };
}

/** Opening PGlite takes long, so a closed store's engine is emptied and used again. */
function pgliteSource<Database>(definition: Definition): Source<Database> {
  const idle: Engine<Database>[] = [];
  const folders: string[] = [];
  const started: Engine<Database>[] = [];
  /** What a store that is only migrated has: columns by table. */
  let fresh = '';
  /** Making the tables anew takes three times as long: only if a test has changed them. */
  const empty = async (engine: Engine<Database>, definition: Definition) => {
    const { db } = engine;
    if ((await columnsOf(db)) === fresh) {
      const { rows } = await sql<{ name: string }>`
        select quote_ident(tablename) as name from pg_tables
        where schemaname = current_schema() and tablename not like '%migration%'`.execute(db);
      const names = rows.map(({ name }) => name).join();
      await db.transaction().execute(async (trx) => {
        // Past the triggers that keep a table from losing rows.
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql.raw(`truncate ${names} restart identity`).execute(trx);
      });
      return;
    }
    const schema = sql.id(definition.schema ?? 'public');
    await sql`drop schema ${schema} cascade`.execute(db);
    await sql`create schema ${schema}`.execute(db);
    await migrate(engine, definition);
  };
  const start = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tallystick-test-'));
    folders.push(folder);
    copyFiles(inject('pgliteTemplate'), folder);
    const engine = await openPglite<Database>(folder, definition);
    started.push(engine);
    fresh ||= await columnsOf(engine.db);
    return engine;
  };
  return {
    open: async () => {
      const used = idle.pop();
      const engine = used ?? (await start());
      if (used) {
        await empty(engine, definition);
      }
      const endings: (() => void)[] = [];
      return {
        ...engine,
        onNotify: (listener) => {
          const end = engine.onNotify(listener);
          endings.push(end);
          return end;
        },
        close: async () => {
          for (const end of endings) end();
          idle.push(engine);
        },
      };
    },
    end: async () => {
      await Promise.all(started.map((engine) => engine.close()));
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

async function columnsOf<Database>(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(relname || '.' || attname || ' ' || atttypid, ', ' order by relname, attnum)
      as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0`.execute(
    db,
  );
  return rows[0]?.columns ?? '';
}

/** Each store is a database of its own. */
function postgresSource<Database>(definition: Definition): Source<Database> {
  return {
    open: async () => openPostgres(await copyDatabase(), definition),
    end: async () => {},
  };
}
