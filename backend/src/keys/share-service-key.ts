import { type Result, refused } from '@tallystick/contract/result';
import { sql } from 'kysely';
import type { Store } from '../store/store.ts';
import type { ServiceKey } from './service-key.ts';

/**
 * Ensures that all servers of a ledger have one service key. With keys of their own, a code that one server sent would
 * be wrong at the next, now and then. The first server notes its key's id in the store.
 *
 * @param path of this server's key
 * @param replaces take this one from now on: who is signed in has to sign in again
 */
export async function shareServiceKey(
  { db }: Pick<Store, 'db'>,
  key: ServiceKey,
  path: string,
  replaces: boolean,
): Promise<Result<null>> {
  const id = Buffer.from(key('id')).toString('hex').slice(0, 16);
  const { rows } = await sql<{ id: string }>`
    insert into service_key (id) values (${id})
    on conflict (one) do update set id = ${replaces ? id : sql`service_key.id`}
    returning id`.execute(db);
  const known = rows[0]?.id ?? id;
  if (known === id) return { ok: true, value: null };
  return refused(
    `The ledger's servers share the service key ${known}, and ${path} is ${id}: copy that file from another of them. ` +
      'If it is lost, start once with SERVICE_KEY=replace, and whoever is signed in has to sign in again.',
  );
}
