import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { BuildRecord } from '../build-record.ts';
import type { BuildKey } from '../contract/build-key.ts';
import type { Revision } from '../contract/channel.ts';
import type { AppLock, AuditEntry } from '../contract/history.ts';
import type { AnyNotice } from '../contract/notice.ts';
import type { Scope } from '../contract/tokens.ts';

/** A moment, to the millisecond. */
export type Moment = ColumnType<Date, string, string>;
export type MomentOrNull = ColumnType<Date | null, string | null, string | null>;

/** A notice that is sent until its receiver takes it. `next_at` is when it is sent next; null: not again. */
export interface Waiting<T extends object> {
  id: Generated<number>;
  key: string;
  made_at: Moment;
  body: JSONColumnType<T>;
  tries: number;
  next_at: MomentOrNull;
  sent_at: MomentOrNull;
}

/** The tables that typed queries ask; what is asked by SQL text alone stands in its migration. */
export interface Database {
  /** One published build. */
  build: BuildKey & {
    record: JSONColumnType<BuildRecord>;
    /** The size of all files, in bytes. */
    size: number;
    /** `contract.json`; null: the build has none, or is of before it was kept. */
    contract: string | null;
    published_at: Moment;
    published_by: string;
    /** When a tab last said that it runs there; to the minute. */
    last_run_at: MomentOrNull;
  };
  /** The key that signs now; one row at most. */
  signing_key: {
    one: boolean;
    id: string;
  };
  /** One revision of a channel; `sequence` is the row of its entry. Append only. */
  revision: Pick<Revision, 'channel' | 'revision'> & {
    sequence: number;
    body: JSONColumnType<Revision>;
  };
  /** What audit entries record. Append only. */
  audit: Pick<AuditEntry, 'sequence' | 'by' | 'action'> & {
    at: Moment;
    detail: JSONColumnType<AuditEntry['detail']>;
    /** Written by versions from before there was a log. */
    hash: ColumnType<string | null, never, never>;
  };
  /** MAC of each entry, written by the same versions. */
  audit_mac: {
    sequence: number;
    mac: string;
  };
  /** The audit log: one row seals one entry, by its place among all before it. */
  log_entry: {
    /** Numbers begin at 1 and have no gaps. */
    number: number;
    /** The row of `audit`. */
    sequence: number;
    salt: Uint8Array;
    /** SHA-256, in hexadecimal digits, of what readers are told of it. */
    attestation: string | null;
    leaf: Uint8Array;
    /** The hashes of the tree before it, one after another. */
    frontier: Uint8Array;
    /** The signed checkpoint of the tree that ends with it. */
    checkpoint: string;
  };
  token: {
    id: string;
    name: string;
    scope: JSONColumnType<Scope>;
    /** SHA-256 of the secret. */
    hash: Uint8Array;
    created_at: Moment;
    created_by: string;
    expires_at: Moment;
    revoked_at: MomentOrNull;
    last_used_at: MomentOrNull;
  };
  lock: Omit<AppLock, 'at' | 'until'> & { at: Moment };
  /** Notices that people get once. */
  notice: Waiting<AnyNotice>;
  /** Short-lived values, which are found by a secret for a while, and nonces; see short-lived/. */
  short_lived: {
    /** The name of its kind; a `nonce` or a `claim` belongs to no kind. */
    kind: string;
    /** Keyed hash of the secret, or of the nonce. */
    id: Uint8Array;
    /** Newer ones have higher numbers. */
    number: GeneratedAlways<number>;
    /** The owner, against whose quota it counts, so that nobody takes the room of others. */
    owner: string;
    value: string;
    /** MAC of the secret and of what the row says; empty for a nonce or a claim. */
    mac: Uint8Array;
    expires_at: Moment;
  };
  /** A network (keyed hash) from which wrong tokens came, and when all of them are forgotten. */
  wrong_token: {
    network: Uint8Array;
    settled_at: Moment;
  };
}
