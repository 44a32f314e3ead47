import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { BuildRecord } from '../build-record.ts';
import type { Revision } from '../contract/channel.ts';
import type { AuditEntry } from '../contract/history.ts';
import type { Notice } from '../contract/notice.ts';
import type { Scope } from '../contract/tokens.ts';

/** A moment, to the millisecond. */
type Moment = ColumnType<Date, string, string>;
type MomentOrNull = ColumnType<Date | null, string | null, string | null>;

/** One published build. */
export interface BuildTable {
  app: string;
  build: string;
  record: JSONColumnType<BuildRecord>;
  /** Of all files, in bytes. */
  size: number;
  published_at: Moment;
  published_by: string;
  /** When a tab last said that it runs there; to the minute. */
  last_run_at: MomentOrNull;
}

/** The key that signs now; one row at most. */
export interface SigningKeyTable {
  one: boolean;
  id: string;
}

/** What is signed: the text as it was signed, and its signature in base64. */
interface StatementColumns {
  text: string;
  signature: string;
}

export interface BuildStatementTable extends StatementColumns {
  app: string;
  build: string;
}

export interface RevisionStatementTable extends StatementColumns {
  channel: string;
  revision: number;
}

/** One revision of a channel; `sequence` is its link in the audit chain. Append only. */
export interface RevisionTable {
  channel: string;
  revision: number;
  sequence: number;
  body: JSONColumnType<Revision>;
}

/** The audit chain. Append only. */
export interface AuditTable {
  sequence: number;
  at: Moment;
  by: string;
  action: AuditEntry['action'];
  detail: JSONColumnType<Record<string, unknown>>;
  previous_hash: string;
  hash: string;
}

/** HMAC of a link's hash, in base64, by a key that is not in the database. */
export interface AuditMacTable {
  sequence: number;
  mac: string;
}

export interface TokenTable {
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
}

export interface LockTable {
  channel: string;
  app: string;
  reason: string;
  by: string;
  at: Moment;
}

/** An open tab, as it last spoke of itself. */
export interface TabTable {
  tab: string;
  channel: string;
  sequence: number;
  /** The build of each app whose code runs there; empty when it has gone. */
  running: JSONColumnType<Record<string, string>>;
  gone: boolean;
  seen_at: Moment;
}

/** Loads of a build in one minute, and those that failed. */
export interface LoadTable {
  app: string;
  build: string;
  minute: Moment;
  loads: number;
  failures: number;
  /** Steps down the ladder from it, and tabs in which it runs again after one. */
  steps: number;
  recovered: number;
}

/** Loads of a build in one minute by how long they took, in steps of a fifth more (health/took.ts). */
export interface LoadTimeTable {
  app: string;
  build: string;
  minute: Moment;
  step: number;
  loads: number;
}

/** One build in one browser: when it last ran there or failed. Forgotten with the window. */
export interface HealthBrowserTable {
  channel: string;
  app: string;
  build: string;
  /** Keyed hashes: whose they are, nobody can tell from them. */
  browser: string;
  network: string;
  /** Its cookie was new when it was first heard of. */
  fresh: boolean;
  /** In the share of browsers that reports loads; others count for people alone. */
  sampled: boolean;
  first_seen: Moment;
  seen_at: Moment;
  failed_at: MomentOrNull;
  /** When it last failed so, in milliseconds since 1970, by kind. */
  kinds: JSONColumnType<Record<string, number>>;
}

/** What a build's rates were in one window, for comparisons later. */
export interface HealthKeptTable {
  channel: string;
  app: string;
  build: string;
  at: Moment;
  browsers: number;
  failed: number;
}

/** Something that a person is told once; `next_at`: when it is sent next, null: no more. */
export interface NoticeTable {
  id: Generated<number>;
  key: string;
  made_at: Moment;
  body: JSONColumnType<Notice>;
  tries: number;
  next_at: MomentOrNull;
  sent_at: MomentOrNull;
}

/** The newest recall of a build in a channel. */
export interface RecallTable {
  channel: string;
  app: string;
  build: string;
  revision: number;
  at: Moment;
}

/** A tab that ran a build when it was recalled, or since. */
export interface RecallTabTable {
  channel: string;
  app: string;
  build: string;
  tab: string;
}

export interface Database {
  build: BuildTable;
  signing_key: SigningKeyTable;
  build_statement: BuildStatementTable;
  revision_statement: RevisionStatementTable;
  revision: RevisionTable;
  audit: AuditTable;
  audit_mac: AuditMacTable;
  token: TokenTable;
  lock: LockTable;
  tab: TabTable;
  load: LoadTable;
  recall: RecallTable;
  recall_tab: RecallTabTable;
  load_time: LoadTimeTable;
  health_browser: HealthBrowserTable;
  health_kept: HealthKeptTable;
  notice: NoticeTable;
}
