import type { Statement } from '@tallystick/store/connections';
import { CompiledQuery, type Selectable } from 'kysely';
import type { AuditEntry } from '../contract/history.ts';
import type { Database } from '../store/schema.ts';
import type { Reader } from '../store/writes.ts';
import type { KeptRevision } from './replay.ts';

/** A link with its keyed hash, and the revision that belongs to it. */
export interface LinkRow {
  link: AuditEntry;
  mac: string | null;
  kept: KeptRevision | undefined;
}

/** Reads up to `limit` links from a sequence on, oldest first. */
export type ReadLinks = (from: number, limit: number) => Promise<LinkRow[]>;

const statement = {
  name: 'audit_links',
  text: `select audit.*, audit_mac.mac, revision.channel, revision.revision, revision.body
    from audit
    left join audit_mac on audit_mac.sequence = audit.sequence
    left join revision on revision.sequence = audit.sequence
    where audit.sequence >= $1 order by audit.sequence limit $2`,
};

type AuditRow = Selectable<Database['audit']>;

interface Row extends AuditRow {
  mac: string | null;
  channel: string | null;
  revision: number | null;
  body: unknown;
}

/** Reads by whatever connection is free. */
export function linksBy(
  query: (statement: Statement, values: readonly unknown[]) => Promise<Row[]>,
): ReadLinks {
  return async (from, limit) => (await query(statement, [from, limit])).map(toLink);
}

/** Reads within a transaction. */
export function linksIn(db: Reader): ReadLinks {
  return async (from, limit) => {
    const asked = CompiledQuery.raw(statement.text, [from, limit]);
    return (await db.executeQuery<Row>(asked)).rows.map(toLink);
  };
}

function toLink({ mac, channel, revision, body, ...link }: Row): LinkRow {
  return {
    link: toEntry(link),
    mac,
    kept: channel === null || revision === null ? undefined : { channel, revision, body },
  };
}

/** A link as the contract has it. */
export function toEntry({ at, previous_hash: previousHash, ...link }: AuditRow): AuditEntry {
  return { ...link, at: at.toISOString(), previousHash };
}
