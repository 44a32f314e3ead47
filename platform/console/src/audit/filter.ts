import { type AuditQuery, auditFilterEntries } from '@tallystick/registry/contract/audit-filter';
import { httpRequest } from '@tallystick/registry/contract/route';
import { routes } from '@tallystick/registry/contract/routes';
import * as v from 'valibot';

export type FilterName = keyof typeof auditFilterEntries;

/** Reads which entries an address asks for; what makes no sense in it counts as not asked. */
export function filterIn(query: URLSearchParams): AuditQuery {
  const read = <S extends v.GenericSchema>(schema: S, name: FilterName) => {
    const value: unknown = query.get(name) ?? undefined;
    return v.is(schema, value) ? value : undefined;
  };
  const { person, app, kind, days } = auditFilterEntries;
  return {
    person: read(person, 'person'),
    app: read(app, 'app'),
    kind: read(kind, 'kind'),
    days: read(days, 'days'),
  };
}

/** An address with one part of the filter changed; an empty value ends it. */
export function withFilter(
  query: URLSearchParams,
  name: FilterName,
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(query);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

/** Where the same entries are exported. */
export function exportAddress(filter: AuditQuery, format: 'csv' | 'ndjson'): string {
  return httpRequest(routes.exportAudit, { query: { ...filter, format } }).path;
}
