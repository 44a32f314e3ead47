import { createHmac } from 'node:crypto';
import { networkOf, type SharedNetwork, sharersOf } from '@tallystick/guard/network';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { HashedTableOptions } from '../store/hashed-table.ts';
import { limits } from './limits.ts';

/** `wait`: milliseconds until the next call is let in. */
export type Visit = { ok: true } | { ok: false; wait: number };

/** Clients that are refused without asking the store. */
const maxRefused = 10_000;
const maxCalls = { send: limits.sends, wrong: limits.wrong } as const;

/** What is counted: a code that is asked for, or a wrong one that was tried. */
type Counted = keyof typeof maxCalls;

export type Visits = ReturnType<typeof createVisits>;

/** How often each client may do what is counted, in the store, so for all processes on it together. */
export function createVisits({ db, key, now }: HashedTableOptions) {
  const refusedUntil = new LRUCache<string, number>({ max: maxRefused });

  async function takeOf(call: Counted, { network, shares }: SharedNetwork): Promise<Visit> {
    const time = now();
    const since = time - limits.window;
    const caller = `${call} ${network}`;
    const until = refusedUntil.get(caller) ?? 0;
    if (until > time) return { ok: false, wait: Math.max(1_000, until - time) };
    refusedUntil.delete(caller);
    const peer = createHmac('sha256', key).update(network).digest();
    const taken = await sql`
      insert into visit as v (peer, call, times, newest)
      values (${peer}, ${call}, array[${time}::bigint], ${time})
      on conflict (peer, call) do update set
        times = array(select t from unnest(v.times) t where t > ${since}) || excluded.times,
        newest = excluded.newest
      where (select count(*) from unnest(v.times) t where t > ${since}) < ${maxCalls[call] * shares}
      returning 1`.execute(db);
    if (taken.rows.length > 0) return { ok: true };
    const { rows } = await sql<{ oldest: number | null }>`
      select min(t) as oldest from visit, unnest(times) t
      where peer = ${peer} and call = ${call} and t > ${since}`.execute(db);
    const free = Math.min(rows[0]?.oldest ?? since, time) + limits.window;
    refusedUntil.set(caller, free);
    return { ok: false, wait: Math.max(1_000, free - time) };
  }

  return {
    /** Counts what a client does, known by its network address, and says whether it is within its bound. */
    async take(call: Counted, ip: string): Promise<Visit> {
      for (const network of sharersOf(networkOf(ip))) {
        const visit = await takeOf(call, network);
        if (!visit.ok) return visit;
      }
      return { ok: true };
    },
    /** Deletes clients that made no call within the window of the limits. */
    async prune(): Promise<void> {
      await db
        .deleteFrom('visit')
        .where(({ eb, or }) =>
          or([eb('newest', '<', now() - limits.window), eb('newest', '>', now() + limits.ahead)]),
        )
        .execute();
    },
  };
}
