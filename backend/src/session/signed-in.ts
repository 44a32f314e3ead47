import { randomBytes } from 'node:crypto';
import { type HashedTableOptions, keyedHash } from '../store/hashed-table.ts';

/**
 * Who has reported that they are signed in. It keeps a keyed hash of a cookie and of the provider's
 * id, until the reported token expires. Nothing else is kept.
 */
export function createSignedIn({ db, key, now }: HashedTableOptions) {
  const keyed = keyedHash(key);
  const cookieHash = (cookie: string) => keyed('cookie', cookie);
  const forget = async (cookie: string) => {
    await db.deleteFrom('signed_in').where('cookie', '=', cookieHash(cookie)).execute();
  };
  return {
    /**
     * Notes a person until a time (milliseconds since 1970) and answers the cookie's value. That is
     * the one given if it is this person's, else a new one.
     */
    async note(id: string, until: number, cookie: string | undefined): Promise<string> {
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
    async prune(): Promise<void> {
      await db.deleteFrom('signed_in').where('until', '<', now()).execute();
    },
  };
}
