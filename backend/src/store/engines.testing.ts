import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, inject } from 'vitest';
import { openConnections } from './database.ts';
import type { Engine } from './engine.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import type { Store } from './store.ts';

/** Opens a migrated, empty store of its own; close it, or it is closed after the suite. */
export type OpenTestStore = () => Promise<Store>;

/** Declares the suite once over PGlite and once over a real PostgreSQL. */
export function forEachEngine(
  suite: (openTestStore: OpenTestStore, engine: Store['engine']) => void,
): void {
  describe('on PGlite', () => suite(testStores('pglite', pgliteSource()), 'pglite'));
  describe('on PostgreSQL', () => suite(testStores('postgres', postgresSource()), 'postgres'));
}

interface Source {
  open(): Promise<Engine>;
  /** Called when the suite has ended. */
  end(): Promise<void>;
}

function testStores(engine: Store['engine'], source: Source): OpenTestStore {
  const open = new Set<Store>();
  afterAll(async () => {
    await Promise.all([...open].map((store) => store.close()));
    await source.end();
  });
  return async () => {
    const { close, ...opened } = await source.open();
    const store: Store = {
      ...opened,
      engine,
      announce: () => {},
      close: async () => {
        if (open.delete(store)) await close();
      },
    };
    open.add(store);
    return store;
  };
}

/** Opening PGlite takes long, so a closed store's engine is emptied and used again. */
function pgliteSource(): Source {
  const idle: Engine[] = [];
  const folders: string[] = [];
  const started: Engine[] = [];
  const start = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tallystick-test-'));
    folders.push(folder);
    await cp(inject('pgliteTemplate'), folder, { recursive: true });
    const engine = await openPglite(folder);
    started.push(engine);
    return engine;
  };
  return {
    open: async () => {
      const used = idle.pop();
      const engine = used ?? (await start());
      if (used) {
        await sql.raw('drop schema public cascade').execute(engine.db);
        await sql.raw('create schema public').execute(engine.db);
        await migrate(engine.db);
      }
      const endings: (() => void)[] = [];
      return {
        ...engine,
        onEvent: (listener) => {
          const end = engine.onEvent(listener);
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

/** Each store is a database of its own. */
function postgresSource(): Source {
  return {
    open: async () => {
      const url = inject('postgresUrl');
      const name = `t${randomUUID().replaceAll('-', '')}`;
      const { db } = openConnections({ connectionString: `${url}postgres`, max: 1 });
      await sql`create database ${sql.id(name)} template template`.execute(db);
      await db.destroy();
      return openPostgres(`${url}${name}`);
    },
    end: async () => {},
  };
}
