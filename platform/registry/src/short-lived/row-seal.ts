import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { Database } from '../store/schema.ts';

export type Row = Selectable<Database['short_lived']>;

/**
 * Finds and verifies rows. The id of a row is a keyed hash of the secret, and its MAC covers the secret and all that the
 * row says. The key is not in the database, so nobody can sign in by reading or writing there.
 */
export function openRowSeal({ key, now }: Pick<Context, 'key' | 'now'>) {
  const secretKey = key.derive('short-lived');
  const hash = (...parts: readonly (string | number)[]) =>
    createHmac('sha256', secretKey).update(JSON.stringify(parts)).digest();
  const macOf = (secret: string, row: Pick<Row, 'kind' | 'owner' | 'value' | 'expires_at'>) =>
    hash('row', row.kind, secret, row.owner, row.expires_at.getTime(), row.value);

  return {
    idOf: (kind: string, secret: string) => hash('id', kind, secret),
    macOf,
    /** The row, if it is as it was written and has not expired; else null. */
    checked: (secret: string, row: Row | undefined): Row | null => {
      if (row === undefined || row.expires_at.getTime() <= now()) return null;
      const mac = macOf(secret, row);
      return row.mac.length === mac.length && timingSafeEqual(row.mac, mac) ? row : null;
    },
  };
}
