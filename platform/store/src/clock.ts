import { monotonicClock, type TimeSource } from '@tallystick/timing/monotonic-clock';
import { type Kysely, sql } from 'kysely';
import { repeat } from './repeat.ts';

const noteIntervalMs = 30_000;

/** Makes the table of the store's clock; for the migrations of a store. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table clock (
      one boolean primary key default true check (one),
      newest bigint not null
    )`.execute(db);
}

/**
 * Opens the clock of a migrated store: rows are stamped with its time and expire by it. The newest time is noted
 * every 30 s. So a process that starts while the machine's clock is behind goes on from there, and several
 * processes agree.
 *
 * @param reset forget the noted time, because it came from a wrong clock
 */
export async function openStoreClock<Database>(
  db: Kysely<Database>,
  source: Partial<TimeSource> = {},
  reset = false,
) {
  const clock = monotonicClock(source);
  if (reset) await sql`delete from clock`.execute(db);
  const { rows } = await sql<{ newest: number }>`select newest from clock`.execute(db);
  const newest = rows[0]?.newest ?? 0;
  const behind = Math.max(0, newest - clock.now());
  clock.raise(newest);
  const note = async () => {
    const noted = await sql<{ newest: number }>`
      insert into clock (newest) values (${clock.now()})
      on conflict (one) do update set newest = greatest(clock.newest, excluded.newest)
      returning newest`.execute(db);
    clock.raise(noted.rows[0]?.newest ?? 0);
  };
  // A note may fail while the database is away; the next one makes up for it.
  const endNotes = repeat(noteIntervalMs, note);
  return {
    /** Milliseconds since 1970; never goes back, also over a restart. */
    now: clock.now,
    /** How far the machine's clock was behind at the start, in milliseconds. */
    behind,
    async close(): Promise<void> {
      await endNotes();
      await note().catch(() => {});
    },
  };
}
