import type { AuditEntry } from '@tallystick/registry/contract/history';

/** What an entry says beside who, when and what: `name: value` each, in the order of the record. */
export function entryWords({ detail }: AuditEntry): string[] {
  return Object.entries(detail).flatMap(([name, value]) => {
    const words = valueWords(value);
    return words === '' ? [] : [`${name}: ${words}`];
  });
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}
