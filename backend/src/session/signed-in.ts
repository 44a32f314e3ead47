import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../store/schema.ts';

/**
 * Who has told that they are signed in: of each a keyed hash of a cookie and of the provider's id,
 * until the token expires that they told it with. Nothing else is kept.
 */
export interface SignedIn {
  /**
   * Notes a person until `expires` (milliseconds since 1970) and answers the cookie's value: the
   * one given if it is this person's, else a new one.
   */
  note(person: string, expires: number, cookie: string | undefined): Promise<string>;
  forget(cookie: string): Promise<void>;
  prune(): Promise<void>;
}

export interface SignedInOptions {
  db: Kysely<Database>;
  key: Uint8Array;
  /** Milliseconds since 1970. */
  now: () => number;
}

export function createSignedIn({ db, key, now }: SignedInOptions): SignedIn {
  const keyed = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  const cookieHash = (cookie: string) => keyed('cookie', cookie);
  const forget = async (cookie: string) => {
    await db.deleteFrom('signed_in').where('cookie', '=', cookieHash(cookie)).execute();
  };
  return {
    async note(id, until, cookie) {
      const person = keyed('person', id);
      if (cookie !== undefined) {
        const known = await db
          .updateTable('signed_in')
          .set({ until })
          .where('cookie', '=', cookieHash(cookie))
          .where('person', '=', person)
          .returning('until')
          .executeTakeFirst();
        if (known) return cookie;
        await forget(cookie);
      }
      const fresh = randomBytes(32).toString('base64url');
      await db
        .insertInto('signed_in')
        .values({ cookie: cookieHash(fresh), person, until })
        .execute();
      return fresh;
    },
    forget,
    async prune() {
      await db.deleteFrom('signed_in').where('until', '<', now()).execute();
    },
  };
}
