import type { ExportQuery } from '../contracts/export.ts';

/** The field `filters` of a call's data; none where nothing is filtered. */
export function filtersOf(asked: Pick<ExportQuery, 'search' | 'filters'>): { filters?: object } {
  const { search, filters } = asked;
  const all = { ...(search && { search }), ...filters };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return given.length > 0 ? { filters: Object.fromEntries(given) } : {};
}
