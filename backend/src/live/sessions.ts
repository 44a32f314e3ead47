import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../store/schema.ts';
import { lifetimes, type Session, type TokenKind, type Tokens } from './tokens.ts';

/** Logins to the live feed. A login writes nothing to the store; a logout does. */
export interface Sessions {
  /** A new session of the app's one user, if the key is the right one. */
  logIn(key: string): Session | null;
  /** Whose token this is; null if it is not valid, or its session was logged out. */
  find(kind: TokenKind, token: string): Promise<Session | null>;
  /** From now on no token of the session is valid, in any process on this store. */
  logOut(session: Session): Promise<void>;
  /** Forgets logouts whose tokens have expired by themselves. */
  prune(): Promise<void>;
}

export interface SessionsOptions {
  db: Kysely<Database>;
  tokens: Tokens;
  appId: string;
  apiKey: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

export function createSessions({ db, tokens, appId, apiKey, now }: SessionsOptions): Sessions {
  const user = digest(`user of ${appId}`).toString('hex').slice(0, 24);
  const expected = digest(apiKey);
  return {
    logIn(key) {
      if (!timingSafeEqual(digest(key), expected)) return null;
      return { id: randomUUID(), user, began: Math.floor(now() / 1000) };
    },
    async find(kind, token) {
      const session = await tokens.verify(kind, token);
      if (!session) return null;
      const revoked = await db
        .selectFrom('revoked_session')
        .select('id')
        .where('id', '=', session.id)
        .executeTakeFirst();
      return revoked ? null : session;
    },
    async logOut({ id }) {
      const until = now() + (lifetimes.refresh + lifetimes.access) * 1000;
      await db
        .insertInto('revoked_session')
        .values({ id, until })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async prune() {
      await db.deleteFrom('revoked_session').where('until', '<', now()).execute();
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
