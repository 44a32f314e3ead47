import * as v from 'valibot';

/** The first file of a backup, and the last one. */
export const headerName = 'backup.json';
export const manifestName = 'manifest.json';

/** An audit entry by its place and its hash. */
export const headSchema = v.object({ sequence: v.number(), hash: v.string() });
export type Head = v.InferOutput<typeof headSchema>;

const tableSchema = v.object({
  name: v.string(),
  columns: v.array(v.string()),
  /** The column whose values are numbered, and the last number given. */
  identity: v.nullable(v.object({ column: v.string(), last: v.nullable(v.number()) })),
});
export type BackupTable = v.InferOutput<typeof tableSchema>;

const storeSchema = v.object({
  name: v.string(),
  /** Those that had run, in their order. */
  migrations: v.array(v.string()),
  tables: v.array(tableSchema),
});
export type BackupStore = v.InferOutput<typeof storeSchema>;

/** What a backup contains, and where it comes from. */
export const headerSchema = v.object({
  format: v.literal(1),
  /** The program that wrote it, and when (ISO). */
  madeBy: v.string(),
  madeAt: v.string(),
  /** The database of the version that wrote the backup. A restore does the same for both. */
  engine: v.picklist(['pglite', 'postgres']),
  stores: v.array(storeSchema),
  /** Id of the key by which releases are signed; null: there are none. */
  key: v.nullable(v.string()),
  /** The end of the audit log; null: it is empty. */
  head: v.nullable(headSchema),
});
export type BackupHeader = v.InferOutput<typeof headerSchema>;

const partSchema = v.object({
  bytes: v.number(),
  sha256: v.string(),
  rows: v.optional(v.number()),
});
export type Part = v.InferOutput<typeof partSchema>;

/** Every other file of a backup, by its name. */
export const manifestSchema = v.object({ parts: v.record(v.string(), partSchema) });
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** Name of a part of a table: the parts of a store follow each other, those of a table likewise. */
export const tablePart = (store: string, table: string, number: number): string =>
  `${store}/${table}/${String(number).padStart(6, '0')}.copy.zst`;

/** The files of DATA_DIR that a backup of any site holds, if they are there. */
export const keptFiles = [
  // Written by versions from before there was a log.
  'release-audit.head',
  'release-log.checkpoint',
  'release-signing.key',
  'release-signing.pub',
  'release.key',
] as const;
