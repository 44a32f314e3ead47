import { setImmediate as nextTurn } from 'node:timers/promises';
import { testStores } from '@tallystick/store/test-stores.testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
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
