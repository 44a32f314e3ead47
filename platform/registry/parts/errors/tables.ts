import type { JSONColumnType } from 'kysely';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Moment, MomentOrNull } from '../../src/store/schema.ts';
import type { ReportedError, SourceFrame } from './contract/page-errors.ts';

/** The part's tables that typed queries ask. */
export type ErrorTables = {
  /** A source map beside the files of a build, by its hash (`sha384-…`). */
  source_map: BuildKey & {
    path: string;
    integrity: string;
  };
  /** An error of a build in pages; `key` is a hash of how it was reported. */
  page_error: BuildKey & {
    key: string;
    report: JSONColumnType<ReportedError>;
    /** Keyed hash of the network that was first to report it. */
    network: string;
    first_seen: Moment;
    seen_at: Moment;
    reports: number;
    browsers: number;
    /** The key of its group over all builds; null until its frames were read through the source maps. */
    fingerprint: string | null;
    frames: JSONColumnType<SourceFrame[]> | null;
    /** Where its group was first seen. */
    began_build: string | null;
    began_at: MomentOrNull;
  };
};
