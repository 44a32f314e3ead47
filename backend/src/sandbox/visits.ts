import { createHmac } from 'node:crypto';
import { networkOf } from '@tallystick/guard/network';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/schema.ts';
import { limits } from './limits.ts';

/** `wait`: milliseconds until the next call is let in. */
export type Visit = { ok: true } | { ok: false; wait: number };

/** How often each client may call, counted in the store, so for all processes on it together. */
export interface Visits {
  /** Counts a call of a client, known by its network address, and says whether it may be made. */
  take(call: 'send' | 'check', ip: string): Promise<Visit>;
  /** Forgets who has not called for as long as the limits look back. */
  prune(): Promise<void>;
}

export interface VisitsOptions {
  db: Kysely<Database>;
  /** Without it, what is stored does not tell who called. */
  key: Uint8Array;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Clients that are refused without asking the store; more than that is as good as a new start. */
const mostRefused = 10_000;
const most = { send: limits.sends, check: limits.checks } as const;

export function createVisits({ db, key, now }: VisitsOptions): Visits {
  const refusedUntil = new Map<string, number>();
  return {
    async take(call, ip) {
      const time = now();
      const since = time - limits.window;
      const network = networkOf(ip);
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
        where (select count(*) from unnest(v.times) t where t > ${since}) < ${most[call]}
        returning 1`.execute(db);
      if (taken.rows.length > 0) return { ok: true };
      const { rows } = await sql<{ oldest: number | null }>`
        select min(t) as oldest from visit, unnest(times) t
        where peer = ${peer} and call = ${call} and t > ${since}`.execute(db);
      const free = Math.min(rows[0]?.oldest ?? since, time) + limits.window;
      if (refusedUntil.size === mostRefused) refusedUntil.clear();
      refusedUntil.set(caller, free);
      return { ok: false, wait: Math.max(1_000, free - time) };
    },
    async prune() {
      await db
        .deleteFrom('visit')
        .where(({ eb, or }) =>
          or([eb('newest', '<', now() - limits.window), eb('newest', '>', now() + limits.ahead)]),
        )
        .execute();
    },
  };
}
