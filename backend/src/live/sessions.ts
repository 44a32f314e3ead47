import { createHash, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { sameSecret } from '../keys/same-secret.ts';
import type { Database } from '../store/schema.ts';
import { batchedReads } from './batched-reads.ts';
import { restOfOpening } from './tail.ts';
import { lifetimes, type Session, type TokenKind, type Tokens } from './tokens.ts';

export interface SessionsOptions {
  db: Kysely<Database>;
  tokens: Tokens;
  appId: string;
  apiKey: string;
  /** A generation ends after this many logouts. */
  maxLogouts: number;
  /** Milliseconds since 1970, never going back. */
  now: () => number;
}

/** Milliseconds after which every token of a session has expired. */
const sessionLifetime = (lifetimes.refresh + lifetimes.access) * 1_000;

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Logins to the live feed. A login writes nothing to the store; a logout does. Each session belongs
 * to the generation in which it began. Only the newest and the one before count, and the number
 * only grows. So an ended session never becomes valid again, even if a clock goes back, and logouts
 * of older generations can be forgotten.
 */
export function createSessions({ db, tokens, appId, apiKey, maxLogouts, now }: SessionsOptions) {
  const user = createHash('sha256').update(`user of ${appId}`).digest('hex').slice(0, 24);
  const isApiKey = sameSecret(apiKey);

  /** The newest generation, and whether the session of each id was ended by a logout. */
  async function read(ids: readonly string[]) {
    const asked = sql<{ newest: number; ended: string[] }>`
      select coalesce((select generation from feed_generation), 1) as newest,
        array(select id from revoked_session where id = any(${ids})) as ended`;
    const { rows } = await asked.execute(db);
    const { newest, ended } = rows[0] ?? { newest: 1, ended: [] };
    return new Map(ids.map((id) => [id, { newest, ended: ended.includes(id) }]));
  }
  const forCalls = batchedReads(read);
  const forStreams = batchedReads(read, restOfOpening);

  /** Begins the next generation if the newest is over, and counts so many logouts in it. */
  async function count(trx: Kysely<Database>, logouts: number): Promise<void> {
    const time = now();
    const isOver = sql`(g.logouts + ${logouts}::integer > ${maxLogouts}::integer
      or g.began_at < ${time - sessionLifetime}::bigint)`;
    const { rows } = await sql<{ generation: number }>`
      insert into feed_generation as g (generation, logouts, began_at)
      values (1, ${logouts}, ${time})
      on conflict (one) do update set
        generation = g.generation + ${isOver}::integer,
        logouts = case when ${isOver} then 0 else g.logouts end + ${logouts}::integer,
        began_at = case when ${isOver} then ${time}::bigint else g.began_at end
      returning generation`.execute(trx);
    const { generation = 1 } = rows[0] ?? {};
    await trx
      .deleteFrom('revoked_session')
      .where('generation', '<', generation - 1)
      .execute();
  }

  const hasEnded =
    (look: typeof forCalls) =>
    async ({ id, generation }: Session): Promise<boolean> => {
      const { newest = 1, ended = true } = (await look(id)) ?? {};
      return ended || generation < newest - 1;
    };

  return {
    /** The session of a token; null if the token is not valid. Does not ask the store whether the session has ended. */
    verify: tokens.verify,
    /**
     * Whether a logout, or its age, has ended it. Thousands of streams may open together, so they
     * are looked up together.
     */
    hasEnded: hasEnded(forStreams),
    /** A new session of the app's one user, if the key is the right one. */
    async logIn(key: string): Promise<Session | null> {
      if (!isApiKey(key)) return null;
      const id = randomUUID();
      const { newest: generation = 1 } = (await forCalls(id)) ?? {};
      return { id, user, generation, began: Math.floor(now() / 1000) };
    },
    /** Which of these sessions were logged out, by any process on this store. */
    async loggedOut(ids: ReadonlySet<string>): Promise<string[]> {
      if (ids.size === 0) return [];
      const found = await db
        .selectFrom('revoked_session')
        .select('id')
        .where(sql<boolean>`id = any(${[...ids]}::text[])`)
        .execute();
      return found.map(({ id }) => id);
    },
    /** The session of a token; null if the token is not valid, or the session has ended. */
    async find(kind: TokenKind, token: string): Promise<Session | null> {
      const session = await tokens.verify(kind, token);
      return session === null || (await hasEnded(forCalls)(session)) ? null : session;
    },
    /** From now on no token of the session is valid, in any process on this store. */
    async logOut({ id, generation }: Session): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('revoked_session')
          .values({ id, generation })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await count(trx, 1);
      });
    },
    /** Begins a generation when all tokens of the one before have expired. */
    async prune(): Promise<void> {
      await count(db, 0);
    },
  };
}
