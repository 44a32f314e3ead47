import type { Statement } from '@tallystick/store/connections';
import { CompiledQuery, type Selectable, sql } from 'kysely';
import type { AuditFilter } from '../contract/audit-filter.ts';
import { changeKinds } from '../contract/channel.ts';
import type { AuditEntry } from '../contract/history.ts';
import type { Page } from '../registry.ts';
import type { Database } from '../store/schema.ts';
import type { Reader } from '../store/writes.ts';
import type { KeptRevision } from './follow-change.ts';
import { hashOf, openSeal, type Recorded, type Sealed } from './seal.ts';

/** An entry's place in the log, what is recorded for it, and the revision that belongs to it. */
export interface EntryRow extends Sealed {
  salt: Uint8Array;
  attestation: string | null;
  /** Null: the record is missing. */
  recorded: Recorded | null;
  kept: KeptRevision | undefined;
}

/** How many entries are read at a time where the whole log is read. */
export const entriesPerRead = 200;

/** Reads up to `limit` entries from a number on, oldest first. */
export type ReadEntries = (from: number, limit: number) => Promise<EntryRow[]>;

const statement = {
  name: 'audit_entries',
  text: `select log_entry.*, audit.at, audit.by, audit.action, audit.detail,
      revision.channel, revision.revision, revision.body
    from log_entry
    left join audit on audit.sequence = log_entry.sequence
    left join revision on revision.sequence = log_entry.sequence
    where log_entry.number >= $1 order by log_entry.number limit $2`,
};

type Row = Selectable<Database['log_entry']> & {
  at: Date | null;
  by: string | null;
  action: AuditEntry['action'] | null;
  detail: AuditEntry['detail'] | null;
  channel: string | null;
  revision: number | null;
  body: unknown;
};

/** Reads on any free connection. */
export function entriesBy(
  query: (statement: Statement, values: readonly unknown[]) => Promise<Row[]>,
): ReadEntries {
  return async (from, limit) => (await query(statement, [from, limit])).map(toEntryRow);
}

/** Reads within a transaction. */
export function entriesIn(db: Reader): ReadEntries {
  return async (from, limit) => {
    const asked = CompiledQuery.raw(statement.text, [from, limit]);
    return (await db.executeQuery<Row>(asked)).rows.map(toEntryRow);
  };
}

function toEntryRow({ at, by, action, detail, channel, revision, body, ...sealed }: Row): EntryRow {
  const isThere = at !== null && by !== null && action !== null && detail !== null;
  return {
    ...sealed,
    recorded: isThere ? { at: at.toISOString(), by, action, detail } : null,
    kept: channel === null || revision === null ? undefined : { channel, revision, body },
  };
}

/** Entries before `before` (absent: from the newest) that are meant, newest first. `now`: milliseconds since 1970. */
export async function readAudit(
  db: Reader,
  { before, limit, person, app, kind, days }: Page & AuditFilter,
  now: number,
): Promise<AuditEntry[]> {
  let query = told(db).orderBy('number', 'desc').limit(limit);
  if (before !== undefined) query = query.where('number', '<', before);
  if (person !== undefined) query = query.where('by', '=', person);
  if (days !== undefined) {
    query = query.where('at', '>=', new Date(now - days * 86_400_000));
  }
  if (app !== undefined) query = query.where(isOf(app));
  if (kind !== undefined) {
    query = isChangeKind(kind)
      ? query.where(sql<boolean>`action = 'change' and detail -> 'revision' ->> 'kind' = ${kind}`)
      : query.where('action', '=', kind);
  }
  return (await query.execute()).map(toEntry);
}

/** Up to `limit` entries after one, by its number, the oldest first. */
export async function readAuditOn(db: Reader, after: number, limit: number): Promise<AuditEntry[]> {
  const query = told(db).where('number', '>', after).orderBy('number').limit(limit);
  return (await query.execute()).map(toEntry);
}

/** What readers are told of each entry. */
const told = (db: Reader) =>
  db
    .selectFrom('log_entry')
    .innerJoin('audit', 'audit.sequence', 'log_entry.sequence')
    .select(['number', 'leaf', 'frontier', 'checkpoint', 'at', 'by', 'action', 'detail']);

const withoutKey = openSeal(null);

type ToldRow = Awaited<ReturnType<ReturnType<typeof told>['execute']>>[number];

function toEntry({ at, by, action, detail, ...sealed }: ToldRow): AuditEntry {
  const opened = withoutKey.openEntry(sealed);
  const [previousHash = '', hash = ''] = opened ? [opened.before, opened.frontier].map(hashOf) : [];
  const entry = { sequence: sealed.number, at: at.toISOString(), by, action, detail };
  return { ...entry, previousHash, hash };
}

const isChangeKind = (kind: string): kind is (typeof changeKinds)[number] =>
  changeKinds.some((one) => one === kind);

/** Whether an entry names an app: as what it is about, or as one of several. */
function isOf(app: string) {
  const one = JSON.stringify([{ app }]);
  return sql<boolean>`(detail ->> 'app' = ${app} or detail -> 'others' ? ${app}
    or detail -> 'scope' ->> 'app' = ${app} or detail -> 'scope' -> 'others' ? ${app}
    or detail -> 'deleted' @> ${one}::jsonb or detail -> 'beside' ? ${app}
    or detail -> 'revision' -> 'moves' @> ${one}::jsonb)`;
}

/** How many unsealed rows are reported. */
const maxUnsealed = 20;

/** Rows of the table `audit` that are not in the log: the registry has not written them. One line each. */
export async function unsealedRows(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('log_entry', 'log_entry.sequence', 'audit.sequence')
    .select('audit.sequence')
    .where('number', 'is', null)
    .orderBy('audit.sequence')
    .limit(maxUnsealed)
    .execute();
  return rows.map(({ sequence }) => `row ${sequence} of audit was not written by the registry`);
}
