import type { AuditEntry } from '@tallystick/registry/contract/history';

/** What an entry says beside who, when and what: `name: value` each, in the order of the record. */
export function entryWords({ detail }: AuditEntry): string[] {
  return Object.entries(detail)
    .filter(([, value]) => (value ?? '') !== '')
    .map(
      ([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`,
    );
}
