import type { ListFilters } from './list-filters.ts';

/** What a list can be written as: a table, or ledger input that imports back. */
export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The lists that can be exported; the last three are those of one party. */
export const exportLists = ['all', 'assets', 'creator', 'consumer', 'user'] as const;
export type ExportList = (typeof exportLists)[number];

/** Which transfers an export holds, and how they are written. */
export interface ExportQuery {
  readonly list: ExportList;
  /** Id of the party whose list it is. */
  readonly party?: string | undefined;
  readonly search?: string | undefined;
  readonly filters?: ListFilters | undefined;
  readonly format: ExportFormat;
}
