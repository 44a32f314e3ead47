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

/** What is wrong with a link that stands after `previous`, or null. */
export function flawOf(
  link: AuditEntry,
  previous: Pick<AuditEntry, 'sequence' | 'hash'> | null,
): string | null {
  const { hash, ...hashed } = link;
  const expected = (previous?.sequence ?? 0) + 1;
  if (link.sequence !== expected) return `link ${expected} is missing`;
  if (link.previousHash !== (previous?.hash ?? firstHash)) {
    return `link ${link.sequence} does not follow the link before it`;
  }
  return digestOf(hashed) === hash ? null : `link ${link.sequence} is not what its hash says`;
}
