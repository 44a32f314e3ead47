import { setImmediate as nextTurn } from 'node:timers/promises';
import { openConnections } from '@tallystick/store/connections';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { testStores } from '@tallystick/store/test-stores.testing';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { definitionWith } from '../store/definition.ts';
import type { Database } from '../store/schema.ts';
import { openTurns } from './turns.ts';

const openTestStore = testStores<Database>(definitionWith([]));

it('keeps who deletes apart from who adds, also where both ask at once', async () => {
  const { db } = await openTestStore();
  const { adding, deleting } = openTurns({ db });
  const tried = sql`select from pg_stat_activity
    where datname = current_database() and query like 'select pg_try_advisory_lock(%'`;
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const added = adding(async () => {
    first.resolve();
    await expect.poll(async () => (await tried.execute(db)).rows.length).toBe(1);
    done.push('added');
  });
  await first.promise;
  // On a machine that stands still its turn may not come within the seconds that it waits.
  const deleted = expect.poll(() => deleting(async () => done.push('deleted'))).toBe(2);
  await Promise.all([added, deleted]);
  expect(done).toEqual(['added', 'deleted']);

  const inside: string[] = [];
  const seen: string[][] = [];
  const once = (what: 'adds' | 'deletes') => {
    const run = async () => {
      inside.push(what);
      seen.push([...inside]);
      await nextTurn();
      inside.splice(inside.indexOf(what), 1);
      return 'done';
    };
    return expect.poll(() => (what === 'adds' ? adding(run) : deleting(run))).toBe('done');
  };
  await Promise.all([once('adds'), once('deletes'), once('adds'), once('deletes')]);
  expect(seen.filter((all) => all.includes('deletes'))).toEqual([['deletes'], ['deletes']]);
});

it('answers what was done when its connection was lost meanwhile, and keeps no lock', async () => {
  const { db } = await openTestStore();
  const { adding, deleting } = openTurns({ db });
  const lost = adding(async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    return 'added';
  });
  expect(await lost).toBe('added');
  // The pool may not have heard yet that the connection is gone, and give it away once more.
  const next = () => deleting(async () => 'deleted').catch(() => null);
  await expect.poll(next).toBe('deleted');
});

it('waits no longer than 5 seconds for its turn and for its lock together', async () => {
  const { db } = await openTestStore();
  const { adding, deleting } = openTurns({ db });
  // With fake timers, each poll below would put this clock forward.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const ends = [1, 2, 3].map(() => Promise.withResolvers<void>());
  onTestFinished(() => {
    clock.mockRestore();
    for (const { resolve } of ends) resolve();
  });
  const running = ends.map(() => Promise.withResolvers<void>());
  for (const [at, { promise }] of ends.entries()) {
    void adding(async () => {
      running[at]?.resolve();
      await promise;
    });
  }
  await Promise.all(running.map(({ promise }) => promise));
  let deleted: string | null | undefined;
  void deleting(async () => 'deleted').then((answer) => {
    deleted = answer;
  });
  clock.mockReturnValue(4_900);
  ends[0]?.resolve();
  const tried = sql`select from pg_stat_activity
    where datname = current_database() and query like 'select pg_try_advisory_lock(%'`;
  await expect.poll(async () => (await tried.execute(db)).rows.length).toBe(1);
  expect(deleted).toBeUndefined();
  clock.mockReturnValue(5_100);
  await expect.poll(() => deleted).toBeNull();
});

it('answers what was done when its lock cannot be given back, and keeps none', async () => {
  const connectionString = await copyDatabase();
  // Functions of the database's own stand before those of PostgreSQL.
  const options = '-c search_path=public,pg_catalog';
  const { db } = openConnections<Database>({ connectionString, options });
  onTestFinished(() => db.destroy());
  await sql`create function pg_advisory_unlock_shared(bigint) returns boolean language plpgsql
    as $$ begin raise exception 'not now'; end $$`.execute(db);
  const { adding, deleting } = openTurns({ db });
  expect(await adding(async () => 'added')).toBe('added');
  expect(await deleting(async () => 'deleted')).toBe('deleted');
});
