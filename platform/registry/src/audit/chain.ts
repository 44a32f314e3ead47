import { createHash } from 'node:crypto';
import type { AuditEntry } from '../contract/history.ts';

/** What the first link names as the hash before it. */
export const firstHash = '0'.repeat(64);

/**
 * A value as JSON in one way only: keys of objects in the order of their code units, no spaces,
 * what is `undefined` left out. The same value gives the same text wherever it was kept meanwhile.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}

/** SHA-256, in hexadecimal digits, of a value as canonical JSON. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** The link that follows `previous` (null: the first). Its hash covers every other field of it. */
export function linkAfter(
  previous: Pick<AuditEntry, 'sequence' | 'hash'> | null,
  { at, by, action, detail }: Pick<AuditEntry, 'at' | 'by' | 'action' | 'detail'>,
): AuditEntry {
  const link = {
    sequence: (previous?.sequence ?? 0) + 1,
    at,
    by,
    action,
    detail,
    previousHash: previous?.hash ?? firstHash,
  };
  return { ...link, hash: digestOf(link) };
}

/** Whether a link is what its own hash says. */
export function isIntact({ hash, ...hashed }: AuditEntry): boolean {
  return digestOf(hashed) === hash;
}

/** What is wrong with the place of a link after `previous`, or null. */
export function misplacedAs(
  { sequence, previousHash }: AuditEntry,
  previous: Pick<AuditEntry, 'sequence' | 'hash'> | null,
): string | null {
  const expected = (previous?.sequence ?? 0) + 1;
  if (sequence !== expected) return `link ${expected} is missing`;
  return previousHash === (previous?.hash ?? firstHash)
    ? null
    : `link ${sequence} does not follow the link before it`;
}
