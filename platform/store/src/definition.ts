import type { Kysely } from 'kysely';

/** One change of a store's schema. */
export interface StoreMigration {
  /** Runs in a transaction, in which it is noted too. */
  up(db: Kysely<unknown>): Promise<void>;
  /**
   * Which older programs may run on the schema that it makes: those that know this migration. Its own
   * name: none that does not know it. A migration that only adds what older programs need not
   * know names the first one.
   */
  readonly runsFrom: string;
  /** Which part of the store it is of: each has an order of its own, and may come later. Absent: what all parts stand on. */
  readonly part?: string;
}

/** What makes a store this one and no other. */
export interface Definition {
  /** As backups call it. */
  name: string;
  /** As messages begin with it: `The registry`. */
  title: string;
  /** The channel of NOTIFY on which it announces commits. */
  channel: string;
  /**
   * Schema of its tables, so that several stores can share one PostgreSQL database.
   * Absent: the first of the database's own search path.
   */
  schema?: string;
  /** Tables to which a role that serves may only append. */
  appendOnly?: readonly string[];
  /** Every migration, by name. Each runs once, in the order of the names; those of a part that comes later run last. */
  migrations: Readonly<Record<string, StoreMigration>>;
}
