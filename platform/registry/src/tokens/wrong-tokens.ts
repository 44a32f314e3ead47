import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import type { WrongTokens } from '../registry.ts';

/** So many wrong tokens at once, then one more each `refill` milliseconds. */
const burst = 20;
const refill = 3_000;
const maxNetworks = 10_000;

/**
 * Counts wrong tokens by network (keyed hashes), for all servers together; good ones cost nothing. Who
 * was refused here is refused again from memory, without a query.
 */
export function openWrongTokens({ db, key, now }: Pick<Context, 'db' | 'key' | 'now'>) {
  const secret = key.derive('wrong tokens');
  const idOf = (network: string) => createHmac('sha256', secret).update(network).digest();
  /** When all wrong tokens of a network will be forgotten, by network, as far as this process knows. */
  const known = new LRUCache<string, number>({ max: maxNetworks });
  const iso = (time: number) => new Date(time).toISOString();

  function secondsOf(settledAt: number): number {
    const debt = settledAt - now();
    // More than the maximum: the clock was set back.
    if (debt > burst * refill) return 0;
    return Math.max(0, Math.ceil((debt - (burst - 1) * refill) / 1_000));
  }

  function note(network: string, settledAt: number): number {
    known.set(network, settledAt);
    return secondsOf(settledAt);
  }

  return {
    wrongTokens: {
      async wait(network) {
        const here = secondsOf(known.get(network) ?? 0);
        if (here > 0) return here;
        const row = await db
          .selectFrom('wrong_token')
          .select('settled_at')
          .where('network', '=', idOf(network))
          .executeTakeFirst();
        return row === undefined ? 0 : note(network, row.settled_at.getTime());
      },
      async count(network) {
        const most = now() + (burst - 1) * refill;
        const before = Math.min(known.get(network) ?? 0, most);
        // This process notes it first, in case it cannot be noted for all servers, as on a full disk.
        note(network, Math.max(before, now()) + refill);
        const { rows } = await sql<{ settled_at: Date }>`
          insert into wrong_token (network, settled_at)
          values (${idOf(network)}, ${iso(now() + refill)}::timestamptz)
          on conflict (network) do update set settled_at = ${refill}::integer * interval '1 millisecond'
            + greatest(least(wrong_token.settled_at, ${iso(most)}::timestamptz), ${iso(now())}::timestamptz)
          returning settled_at`.execute(db);
        for (const { settled_at } of rows) note(network, settled_at.getTime());
      },
    } satisfies WrongTokens,
    /** Forgets networks that may try again. */
    async sweep(): Promise<void> {
      await sql`
        delete from wrong_token where settled_at <= ${iso(now())}::timestamptz or network in (
          select network from wrong_token order by settled_at desc offset ${maxNetworks})`.execute(
        db,
      );
    },
  };
}
