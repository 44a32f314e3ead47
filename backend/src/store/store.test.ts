import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { TransferRecord } from '../ledger/ledger-record.ts';
import { recordBatch } from '../ledger/record.ts';
import { forEachEngine } from './engines.testing.ts';
import { openStore, type Store } from './store.ts';

const ada = { record: 'party', kind: 'user', id: 'ada', name: 'Ada' } as const;
const bank = { record: 'party', kind: 'creator', id: 'bank', name: 'Bank' } as const;
const transfer: TransferRecord = {
  record: 'transfer',
  item: 't1',
  trxn: null,
  stat: 0,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 0,
  cred: 'bank',
  debt: 'ada',
  vars: [],
};

async function open(environment: { DATA_DIR: string; DATABASE_URL?: string }): Promise<Store> {
  const opened = await openStore({ DATABASE_URL: undefined, ...environment });
  if (!opened.ok) throw new Error(opened.problem);
  return opened.store;
}

forEachEngine((openTestStore, engine) => {
  describe('store', () => {
    let store: Store;
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

    it('undoes what a failed transaction wrote', async () => {
      const failing = store.db.transaction().execute(async (trx) => {
        await trx.insertInto('party').values({ kind: 'user', id: 'ada', name: 'Ada' }).execute();
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      expect(await store.db.selectFrom('party').selectAll().execute()).toEqual([]);
    });

    it('rolls a connection back that comes back inside a transaction', async () => {
      await store.db.connection().execute(async (connection) => {
        await sql`begin`.execute(connection);
        await sql`insert into party values ('user', 'ada', 'Ada')`.execute(connection);
      });
      expect(await store.db.selectFrom('party').selectAll().execute()).toEqual([]);
    });

    it('shows nothing of a transaction before its commit', async () => {
      const writing = store.db.transaction().execute(async (trx) => {
        await trx.insertInto('party').values({ kind: 'user', id: 'ada', name: 'Ada' }).execute();
        await sql`select pg_sleep(0.05)`.execute(trx);
        await sql`rollback`.execute(trx);
      });
      const seen = await Promise.all(
        Array.from({ length: 5 }, () => store.db.selectFrom('party').selectAll().execute()),
      );
      await writing;
      expect(seen.flat()).toEqual([]);
    });

    it('tells of commits with events, and of those alone', async () => {
      const listener = vi.fn();
      const end = store.onEvent(listener);
      await vi.waitUntil(async () => engine === 'pglite' || (await listening(store)), {
        timeout: 20_000,
      });
      listener.mockClear();
      await recordBatch(store, [ada, bank]);
      expect(listener).not.toHaveBeenCalled();
      await recordBatch(store, [transfer]);
      await vi.waitFor(() => expect(listener).toHaveBeenCalled(), { timeout: 20_000 });
      end();
      listener.mockClear();
      await recordBatch(store, [{ ...transfer, stat: 1 }]);
      await sql`select pg_sleep(0.02)`.execute(store.db);
      expect(listener).not.toHaveBeenCalled();
    });

    it('numbers the events of concurrent batches in the order of commit', async () => {
      await recordBatch(store, [ada, bank]);
      const seen: number[] = [];
      const readOn = async () => {
        const after = seen.at(-1) ?? 0;
        const events = store.db.selectFrom('event').select('id').where('id', '>', after);
        seen.push(...(await events.orderBy('id').execute()).map(({ id }) => id));
      };
      const writing = Promise.all(
        Array.from({ length: 60 }, (_, n) => recordBatch(store, [{ ...transfer, item: `t${n}` }])),
      );
      let written = false;
      writing.finally(() => {
        written = true;
      });
      while (!written) await readOn();
      await writing;
      await readOn();
      expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
      const rows = await store.query<{ n: number }>(
        { text: `select n from tally where scope = ''` },
        [],
      );
      expect(rows).toEqual([{ n: 60 }]);
    });
  });
});

/** Whether the connection that listens for events is there. */
async function listening(store: Store): Promise<boolean> {
  const text = `select 1 from pg_stat_activity where datname = current_database() and query like 'listen%'`;
  return (await store.query({ text }, [])).length > 0;
}

describe('openStore', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallystick-store-'));
    await cp(inject('pgliteTemplate'), join(folder, 'ledger'), { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('keeps a ledger in a folder, for one at a time', async () => {
    const first = await open({ DATA_DIR: folder });
    expect(first.engine).toBe('pglite');
    await recordBatch(first, [ada]);
    expect(await openStore({ DATA_DIR: folder, DATABASE_URL: undefined })).toMatchObject({
      ok: false,
      problem: `The ledger in ${folder} is in use by process ${process.pid}.`,
      holder: { pid: process.pid },
    });
    await first.close();
    const second = await open({ DATA_DIR: folder });
    expect(await second.db.selectFrom('party').selectAll().execute()).toEqual([
      { kind: 'user', id: 'ada', name: 'Ada' },
    ]);
    await second.close();
  });

  it('says in one line what is wrong', async () => {
    await writeFile(join(folder, 'file'), '');
    const problem = async (environment: { DATA_DIR: string; DATABASE_URL?: string }) => {
      const opened = await openStore({ DATABASE_URL: undefined, ...environment });
      return opened.ok ? undefined : opened.problem;
    };
    const inFile = join(folder, 'file', 'data');
    expect(await problem({ DATA_DIR: inFile })).toMatch(/^DATA_DIR=.* cannot be used: ENOTDIR.*$/);
    expect(
      await problem({ DATA_DIR: folder, DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/ledger' }),
    ).toMatch(
      /^The database at postgres:\/\/127\.0\.0\.1:1\/ledger cannot be opened: .*ECONNREFUSED.*$/,
    );
    await writeFile(join(folder, 'ledger', 'PG_VERSION'), '9.6');
    expect(await problem({ DATA_DIR: folder })).toMatch(/^The ledger in .* cannot be opened: .+$/);
  });

  describe('on PostgreSQL', () => {
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
        expect(store.engine).toBe('postgres');
        expect(await store.db.selectFrom('event').selectAll().execute()).toEqual([]);
        await store.close();
      }
    });

    it('listens again after its connections were lost', async () => {
      const store = await open({ DATA_DIR: folder, DATABASE_URL: url });
      await recordBatch(store, [ada, bank]);
      await vi.waitUntil(() => listening(store), { timeout: 20_000 });
      const listener = vi.fn();
      store.onEvent(listener);
      const text = `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      await store.query({ text }, []);
      await vi.waitUntil(() => listening(store), { timeout: 10_000 });
      await vi.waitFor(() => expect(listener).toHaveBeenCalled(), { timeout: 20_000 });
      listener.mockClear();
      await recordBatch(store, [transfer]);
      await vi.waitFor(() => expect(listener).toHaveBeenCalled(), { timeout: 20_000 });
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
