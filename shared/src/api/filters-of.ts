import type { ListFilters } from '../contracts/list-filters.ts';

/** The field `filters` of a call's data; none where nothing is filtered. */
export function filtersOf({
  search,
  filters,
}: {
  readonly search?: string | undefined;
  readonly filters?: ListFilters | undefined;
}): { readonly filters?: object } {
  const all = { ...(search && { search }), ...filters };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return given.length > 0 ? { filters: Object.fromEntries(given) } : {};
}
