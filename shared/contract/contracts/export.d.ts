import type { ListFilters } from './list-filters.ts';
export declare const exportFormats: readonly ['csv', 'ndjson'];
export type ExportFormat = (typeof exportFormats)[number];
export declare const exportLists: readonly ['all', 'assets', 'creator', 'consumer', 'user'];
export type ExportList = (typeof exportLists)[number];
export interface ExportQuery {
    readonly list: ExportList;
    readonly party?: string | undefined;
    readonly search?: string | undefined;
    readonly filters?: ListFilters | undefined;
    readonly format: ExportFormat;
}
