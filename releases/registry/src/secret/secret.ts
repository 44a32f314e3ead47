import { randomBytes } from 'node:crypto';
import type { Reader } from '../store/writes.ts';

/**
 * A secret by its name, made at the first call. It lies in the store, so that all servers on one
 * store agree; who can read the store could forge what it signs, and has no need to.
 */
export async function readSecret(db: Reader, name: string): Promise<Uint8Array> {
  await db
    .insertInto('secret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
