import type { Kysely } from 'kysely';
import type { Database } from '../store/schema.ts';
import type { LedgerEvent } from './frame.ts';
import { type Extent, holdsAllAfter } from './replay.ts';

/** A run of events. `complete` is false if events between the cursor and the run may be gone. */
export interface EventPage {
  events: LedgerEvent[];
  complete: boolean;
}

const pruneStep = 500;

export type EventSource = ReturnType<typeof eventSource>;

/** The events table as the feed reads it. */
export function eventSource(db: Kysely<Database>) {
  async function extent(): Promise<Extent | null> {
    const row = await db
      .selectFrom('event')
      .select(({ fn }) => [fn.min('id').as('oldest'), fn.max('id').as('newest')])
      .executeTakeFirstOrThrow();
    if (row.oldest === null || row.newest === null) return null;
    return { oldest: Number(row.oldest), newest: Number(row.newest) };
  }

  return {
    extent,
    /** At most `limit` events after `cursor` and not after `last`, in the order of their commits. */
    async page(cursor: number, limit: number, last?: number): Promise<EventPage> {
      let query = db
        .selectFrom('event')
        .select(['id', 'operation', 'doc', 'at'])
        .where('id', '>', cursor)
        .orderBy('id')
        .limit(limit);
      if (last !== undefined) query = query.where('id', '<=', last);
      const rows = await query.execute();
      const events = rows.map(({ id, operation, doc: { was, ...transfer }, at }) => ({
        sequence: id,
        operation,
        transfer,
        was,
        at,
      }));
      // Queried after the rows: events that still exist now existed while the rows were read.
      const complete = events[0]?.sequence === cursor + 1 || holdsAllAfter(cursor, await extent());
      return { events, complete };
    },
    /** Deletes the oldest events but for about `keep`; the newest always stays. */
    async prune(keep: number): Promise<void> {
      const newest = (await extent())?.newest ?? 0;
      for (;;) {
        const { numDeletedRows } = await db
          .deleteFrom('event')
          .where('id', 'in', (old) =>
            old
              .selectFrom('event')
              .select('id')
              .where('id', '<=', newest - keep)
              .orderBy('id')
              .limit(pruneStep),
          )
          .executeTakeFirst();
        if (numDeletedRows < pruneStep) return;
      }
    },
  };
}
