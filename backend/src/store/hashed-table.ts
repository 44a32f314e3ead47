import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Options of a table about people or clients, which holds keyed hashes in place of their ids. */
export interface HashedTableOptions {
  db: Kysely<Database>;
  /** The key of the hashes. Without it, nobody can tell from a row whose it is. */
  key: Uint8Array;
  /** Milliseconds since 1970, never going back. */
  now: () => number;
}

/** Hashes parts with a key, so that no other parts have the same hash. */
export const keyedHash =
  (key: Uint8Array) =>
  (...parts: string[]): Buffer =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest();
