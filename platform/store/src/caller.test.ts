import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { actingFor, asBatch } from './caller.ts';
import { type Notes, notes } from './notes.testing.ts';
import type { Store } from './store.ts';
import { testStores } from './test-stores.testing.ts';

const one = { text: 'select 1 as one' };
const sleep = (seconds: number) => ({ text: `select pg_sleep(${seconds})` });
const writeB = { text: `insert into note (text) values ('b')` };
/** Ends when what `writeB` writes is there. */
const untilB = {
  text: `do $$ begin
    while not exists (select from note where text = 'b') loop perform pg_sleep(0.01); end loop;
  end $$`,
};

const openTestStore = testStores<Notes>(notes);
describe('what a caller asks', () => {
  let store: Store<Notes>;
  beforeEach(async () => {
    store = await openTestStore();
  });
  afterEach(() => store.close());

  const caller = (client: string) => {
    const leaving = new AbortController();
    return {
      leave: () => leaving.abort(),
      ask: (statement: { text: string }) =>
        actingFor({ client, gone: leaving.signal }, () =>
          asBatch(() => store.query(statement, [])),
        ),
    };
  };

  it('is not run when the caller has gone before its turn', async () => {
    const first = caller('a');
    const second = caller('b');
    // As many as run at once.
    const running = [first.ask(sleep(0.2)), first.ask(sleep(0.2))];
    const waiting = second.ask(one);
    second.leave();
    await expect(waiting).rejects.toMatchObject({ statusCode: 499 });
    await Promise.all(running);
    expect(await first.ask(one)).toEqual([{ one: 1 }]);
  });

  it('does not hold up what others ask, whoever has more waiting', async () => {
    const first = caller('a');
    const second = caller('b');
    // As many as run at once, and more than that which do not end before the other's has run.
    const all = [sleep(0.05), sleep(0.05), untilB, untilB, untilB].map(first.ask);
    all.push(second.ask(writeB));
    await expect(Promise.all(all)).resolves.toHaveLength(6);
  });

  it('is cancelled when the caller goes while it runs', async () => {
    const { ask, leave } = caller('a');
    const running = ask(sleep(600));
    const active = () =>
      store.query(
        {
          text: `select 1 from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'`,
        },
        [],
      );
    await expect.poll(async () => (await active()).length).toBe(1);
    leave();
    await expect(running).rejects.toMatchObject({ code: '57014' });
    expect(await active()).toEqual([]);
  });

  it('goes on as one that writes in several steps, though the caller has gone', async () => {
    const leaving = new AbortController();
    const writing = actingFor({ client: 'a', gone: leaving.signal }, async () => {
      await store.db.insertInto('note').values({ text: 'one' }).execute();
      leaving.abort();
      await store.db.insertInto('note').values({ text: 'two' }).execute();
    });
    await writing;
    const written = await store.db.selectFrom('note').select('text').orderBy('id').execute();
    expect(written).toEqual([{ text: 'one' }, { text: 'two' }]);
  });
});
