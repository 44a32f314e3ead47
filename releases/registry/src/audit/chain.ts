import { createHash } from 'node:crypto';
import type { AuditEntry } from '../contract/history.ts';
import { canonicalJson } from './canonical.ts';

/** What the first link names as the hash before it. */
export const firstHash = '0'.repeat(64);

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
