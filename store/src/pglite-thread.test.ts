import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyFiles } from './copy-files.testing.ts';
import { type Notes, notes } from './notes.testing.ts';
import { openStore, type Store } from './store.ts';
import { isUnreachable } from './unreachable.ts';

/** Also a machine that stands still for seconds answers the short statements here in time. */
const limit = 8_000;
/** For ever, as far as anybody waits. */
const endless = { text: 'select count(*) from generate_series(1, 10000000000) as n' };

describe('a statement of the embedded store that does not end', () => {
  let folder: string;
  let store: Store<Notes>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallystick-thread-'));
    copyFiles(inject('pgliteTemplate'), join(folder, notes.name));
    const opened = await openStore<Notes>(
      notes,
      { DATA_DIR: folder, DATABASE_URL: undefined },
      limit,
    );
    if (!opened.ok) throw new Error(opened.problem);
    store = opened.store;
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const write = (text: string) => store.db.insertInto('note').values({ text }).execute();
  const written = async () =>
    (await store.query<{ text: string }>({ text: 'select text from note order by id' }, [])).map(
      ({ text }) => text,
    );

  it('fails, and the store goes on with all that was committed', async () => {
    await write('kept');
    const halfDone = store.db.transaction().execute(async (trx) => {
      await trx.insertInto('note').values({ text: 'half' }).execute();
      await sql.raw(endless.text).execute(trx);
    });
    const meanwhile = store.query({ text: 'select 1' }, []);
    await Promise.all([
      expect(halfDone).rejects.toSatisfy(isUnreachable),
      expect(meanwhile).rejects.toMatchObject({ code: 'ECONNRESET' }),
    ]);

    await expect.poll(written).toEqual(['kept']);
    await write('after');
    expect(await written()).toEqual(['kept', 'after']);
    let told = 0;
    const end = store.onNotify(() => {
      told += 1;
    });
    await store.query({ text: `select pg_notify('${notes.channel}', '')` }, []);
    await expect.poll(() => told).toBe(1);
    end();
  });

  it('fails as PostgreSQL has it, but has the time that its transaction has taken', async () => {
    const slow = `do $$ begin
      while clock_timestamp() < now() + interval '${limit + 1_000} milliseconds' loop end loop;
    end $$`;
    await store.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = '60s'`.execute(trx);
      await sql.raw(slow).execute(trx);
    });
    await expect(store.query(endless, [])).rejects.toMatchObject({ code: '57014' });
  });
});
