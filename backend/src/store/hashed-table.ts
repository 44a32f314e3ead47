import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Options of a table about people or clients, which holds keyed hashes in place of their ids. */
export interface HashedTableOptions {
  db: Kysely<Database>;
  /** Without it the rows do not tell whose they are. */
  key: Uint8Array;
  /** Milliseconds since 1970, never going back. */
  now: () => number;
}

/** Hashes parts with a key, so that no other parts have the same hash. */
export const keyedHash =
  (key: Uint8Array) =>
  (...parts: string[]): Buffer =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest();
