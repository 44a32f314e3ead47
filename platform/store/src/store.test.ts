import { randomUUID } from 'node:crypto';
import dns from 'node:dns';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { Definition } from './definition.ts';
import { untilListening } from './listening.testing.ts';
import { type Notes, notes } from './notes.testing.ts';
import { openStore, type Store } from './store.ts';
import { testStores } from './test-stores.testing.ts';

const write = (store: Pick<Store<Notes>, 'db'>, text = 'one') =>
  store.db.insertInto('note').values({ text }).execute();
const written = async (store: Store<Notes>) =>
  (await store.db.selectFrom('note').select('text').orderBy('id').execute()).map(
    ({ text }) => text,
  );
const writeAndTell = (store: Store<Notes>) =>
  store.db.transaction().execute(async (db) => {
    await write({ db });
    await sql`select pg_notify(${notes.channel}, '')`.execute(db);
  });

async function open(
  environment: { DATA_DIR: string; DATABASE_URL?: string },
  definition: Definition = notes,
): Promise<Store<Notes>> {
  const opened = await openStore<Notes>(definition, { DATABASE_URL: undefined, ...environment });
  if (!opened.ok) throw new Error(opened.problem);
  return opened.value;
}

const openTestStore = testStores<Notes>(notes);
describe('store', () => {
  let store: Store<Notes>;
  beforeEach(async () => {
    store = await openTestStore();
  });
  afterEach(() => store.close());

  it('survives failed statements', async () => {
    const divide = sql`select 1 / ${0}::int`.execute(store.db);
    await expect(divide).rejects.toMatchObject({ code: '22012' });
    await expect(sql`selec`.execute(store.db)).rejects.toMatchObject({ code: '42601' });
    const nul = store.query({ text: 'select $1::text' }, ['\0']);
    await expect(nul).rejects.toThrow();
    const rows = await store.query({ name: 'five', text: 'select $1::bigint as five' }, [5]);
    expect(rows).toEqual([{ five: 5 }]);
  });

  it('opens no session for who has gone', async () => {
    const work = vi.fn();
    const session = store.withSession(work, AbortSignal.abort());
    await expect(session).rejects.toThrow('Who asked has gone.');
    expect(work).not.toHaveBeenCalled();
  });

  it('undoes what a failed transaction wrote', async () => {
    const failing = store.db.transaction().execute(async (trx) => {
      await write({ db: trx });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await written(store)).toEqual([]);
  });

  it('rolls a connection back that comes back inside a transaction', async () => {
    await store.db.connection().execute(async (connection) => {
      await sql`begin`.execute(connection);
      await sql`insert into note (text) values ('one')`.execute(connection);
    });
    expect(await written(store)).toEqual([]);
  });

  it('shows nothing of a transaction before its commit', async () => {
    const writing = store.db.transaction().execute(async (trx) => {
      await write({ db: trx });
      await sql`select pg_sleep(0.05)`.execute(trx);
      await sql`rollback`.execute(trx);
    });
    const seen = await Promise.all(Array.from({ length: 5 }, () => written(store)));
    await writing;
    expect(seen.flat()).toEqual([]);
  });

  it('tells of commits that notify, and of those alone', async () => {
    const listener = vi.fn();
    const end = store.onNotify(listener);
    await untilListening(store);
    listener.mockClear();
    await write(store);
    expect(listener).not.toHaveBeenCalled();
    await writeAndTell(store);
    await vi.waitFor(() => expect(listener).toHaveBeenCalled(), { timeout: 60_000 });
    end();
    listener.mockClear();
    await writeAndTell(store);
    await sql`select pg_sleep(0.02)`.execute(store.db);
    expect(listener).not.toHaveBeenCalled();
  });

  it('keeps its tables in the schema that it names', async () => {
    const { rows } = await sql<{ place: string }>`
        select table_schema as place from information_schema.tables
        where table_name in ('note', 'kysely_migration')`.execute(store.db);
    expect(rows).toEqual([{ place: 'notebook' }, { place: 'notebook' }]);
  });
});

describe('openStore', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallystick-store-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('says in one line what is wrong', async () => {
    await writeFile(join(folder, 'file'), '');
    const problem = async (environment: { DATA_DIR: string; DATABASE_URL?: string }) => {
      const opened = await openStore(notes, { DATABASE_URL: undefined, ...environment });
      return opened.ok ? undefined : opened.problem;
    };
    const inFile = join(folder, 'file', 'data');
    expect(await problem({ DATA_DIR: inFile })).toMatch(/^DATA_DIR=.* cannot be used: ENOTDIR.*$/);
    expect(
      await problem({ DATA_DIR: folder, DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/ledger' }),
    ).toMatch(
      /^The database at postgres:\/\/127\.0\.0\.1:1\/ledger cannot be opened: .*ECONNREFUSED.*$/,
    );
    // A name with several addresses fails with an error that says nothing itself.
    vi.spyOn(dns, 'lookup').mockImplementation((...given: unknown[]) => {
      const found = [1, 2].map((n) => ({ address: `127.0.0.${n}`, family: 4 }));
      Reflect.apply(v.parse(v.function(), given.at(-1)), undefined, [null, found]);
    });
    expect(await problem({ DATA_DIR: folder, DATABASE_URL: 'postgres://db:1/ledger' })).toBe(
      'The database at postgres://db:1/ledger cannot be opened: connect ECONNREFUSED 127.0.0.1:1',
    );
    vi.restoreAllMocks();
  });

  describe('on a server that DATABASE_URL names', () => {
    let url: string;
    beforeEach(async () => {
      const name = `t${randomUUID().replaceAll('-', '')}`;
      url = `${inject('postgresUrl')}${name}`;
      const admin = new pg.Client({ connectionString: `${inject('postgresUrl')}postgres` });
      await admin.connect();
      await admin.query(`create database ${name}`);
      await admin.end();
    });

    it('lets two processes open an empty database at once', async () => {
      const stores = await Promise.all(
        [1, 2, 3].map(() => open({ DATA_DIR: folder, DATABASE_URL: url })),
      );
      for (const store of stores) {
        expect(await written(store)).toEqual([]);
        await store.close();
      }
    });

    it('shares a database with another store', async () => {
      const { schema: _, ...inPublic } = notes;
      const drawers = [notes, { ...notes, schema: 'drawer' }, inPublic];
      const stores = await Promise.all(
        drawers.map((definition) => open({ DATA_DIR: folder, DATABASE_URL: url }, definition)),
      );
      for (const [n, store] of stores.entries()) await write(store, `of ${n}`);
      for (const [n, store] of stores.entries()) {
        expect(await written(store)).toEqual([`of ${n}`]);
        await store.close();
      }
    });

    it('listens again after its connections were lost', async () => {
      const store = await open({ DATA_DIR: folder, DATABASE_URL: url });
      await untilListening(store);
      const listener = vi.fn();
      store.onNotify(listener);
      const text = `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      await store.query({ text }, []);
      await vi.waitFor(() => expect(listener).toHaveBeenCalled(), { timeout: 60_000 });
      listener.mockClear();
      await writeAndTell(store);
      await vi.waitFor(() => expect(listener).toHaveBeenCalled(), { timeout: 60_000 });
      await store.close();
    });

    it('gives a statement up that takes too long', async () => {
      const store = await open({ DATA_DIR: folder, DATABASE_URL: url });
      const { rows } = await sql`show statement_timeout`.execute(store.db);
      expect(rows).toEqual([{ statement_timeout: '10s' }]);
      await store.close();
    });
  });
});
