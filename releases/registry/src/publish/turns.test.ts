import { setImmediate as nextTurn } from 'node:timers/promises';
import { testStores } from '@tallystick/store/test-stores.testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { releaseStore } from '../store/definition.ts';
import type { Database } from '../store/schema.ts';
import { openTurns } from './turns.ts';

const openTestStore = testStores<Database>(releaseStore);
it('keeps who deletes apart from who adds, also where both ask at once', async () => {
  const store = await openTestStore();
  const { adding, deleting } = openTurns(store);
  const done: string[] = [];
  const first = adding(async () => {
    await nextTurn();
    done.push('added');
  });
  // On a machine that stands still its turn may not come within the seconds that it waits.
  const second = expect.poll(() => deleting(async () => done.push('deleted'))).toBe(2);
  await Promise.all([first, second]);
  expect(done).toEqual(['added', 'deleted']);
});

it.runIf(engine === 'postgres')(
  'answers what was done when its connection was lost meanwhile, and keeps no lock',
  async () => {
    const { db, engine } = await openTestStore();
    const { adding, deleting } = openTurns({ db, engine });
    const lost = adding(async () => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
      return 'added';
    });
    expect(await lost).toBe('added');
    // The pool may not have heard yet that the connection is gone, and give it away once more.
    const next = () => deleting(async () => 'deleted').catch(() => null);
    await expect.poll(next).toBe('deleted');
  },
);
