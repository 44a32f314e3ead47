import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { type Result, refused } from '@tallystick/contract/result';
import { checkpointFile, openKeptCheckpoint } from '@tallystick/registry/audit/kept-checkpoint';
import type { Head as LogHead } from '@tallystick/registry/audit/seal';
import type { FileStores } from '@tallystick/registry/files/file-store';
import { openFiles } from '@tallystick/registry/files/open-files';
import { signingKeyOf } from '@tallystick/registry/signing-key';
import type { Environment } from '@tallystick/settings/environment';
import { hasDatabase } from '@tallystick/store/local-server';
import { schemaOf } from '@tallystick/store/migrate';
import { readNotes } from '@tallystick/store/migration-notes';
import { programVersion } from '@tallystick/store/program-version';
import { sql, type Transaction } from 'kysely';
import {
  type BackupHeader,
  type BackupStore,
  type Head,
  headerName,
  tablePart,
} from '../archive/contents.ts';
import { type ArchiveWriter, writeArchive } from '../archive/write.ts';
import { definitionsOf, keptFilesOf, type OwnStore } from '../stores/own-store.ts';
import { type Table, tablesOf } from '../stores/tables.ts';
import { enter, type OpenedStore, withTransactions } from '../stores/transactions.ts';
import { copyArtifacts, keepBuilds } from './artifacts.ts';
import { earlierHeadIn, headIn, isInLog } from './audit-head.ts';
import { tableParts } from './table-parts.ts';

const compress = promisify(zstdCompress);

/** What was written. */
export interface BackupReport {
  rows: number;
  head: Head | null;
  /** Whether the audit log contains the last entry (its head) that the data folder knows. */
  headIsKnown: boolean;
  /** Id of the key that signs releases, if it is not in the backup. */
  keyElsewhere: string | null;
  /** Missing files of builds, a line each. Everything else is in the backup. */
  lost: readonly string[];
  /** The newest revision of each channel. */
  channels: { channel: string; revision: number }[];
}

export interface BackupWatcher {
  onProgress(progress: { rows: number; share: number }): void;
  signal: AbortSignal;
}

/**
 * Writes all that is kept into a file: all stores as of one moment, the files of builds, the keys. Servers
 * may write meanwhile. Rejects with one line for a person.
 */
export async function backUp(
  file: string,
  environment: Environment,
  own: readonly OwnStore[],
  watcher: BackupWatcher,
): Promise<Result<BackupReport>> {
  const { DATA_DIR: folder, DATABASE_URL } = environment;
  const files = openFiles(environment);
  if (!files.ok) return files;
  if (DATABASE_URL === undefined && !hasDatabase(folder)) {
    return refused(`There is nothing to back up: no database is in ${folder}.`);
  }
  // The checkpoint is read before the snapshot is taken, so that the snapshot contains the entries that it covers.
  // With it a restore can tell whether the log was cut short.
  const checkpoint = await openKeptCheckpoint(folder);
  if (checkpoint === null) {
    throw new Error(`The checkpoint of the audit log in ${folder} cannot be read.`);
  }
  const { head: known } = checkpoint;
  const keys = await readFiles(folder, keptFilesOf(own));
  const writeAll = (stores: readonly OpenedStore[]) =>
    writeArchive(file, async (archive) => {
      const place = environment.ARTIFACTS_URL ?? join(folder, 'artifacts');
      const sources = { stores, known, keys, files: files.value, place, watcher };
      const report = await write(archive, sources);
      const [lost] = report.lost;
      if (lost !== undefined && existsSync(file)) {
        throw new Error(
          `${lost} The existing backup ${file} may still have it: write to another file.`,
        );
      }
      return report;
    });
  // `keepBuilds` keeps the builds of the snapshot from being deleted until their files are copied.
  const session = {
    definitions: definitionsOf(own),
    access: 'snapshot',
    first: keepBuilds,
  } as const;
  return withTransactions(environment, session, watcher.signal, writeAll);
}

interface Sources {
  stores: readonly OpenedStore[];
  known: LogHead | null;
  keys: ReadonlyMap<string, Uint8Array>;
  files: FileStores;
  /** Where the files of builds are. */
  place: string;
  watcher: BackupWatcher;
}

async function write(
  archive: ArchiveWriter,
  { stores, known, keys, files, place, watcher }: Sources,
): Promise<BackupReport> {
  const registry = stores.find(({ definition }) => definition.name === 'releases');
  if (registry === undefined) throw new Error('There is no registry of releases.');
  const { trx } = registry;
  const found: { store: OpenedStore; described: BackupStore; tables: Table[] }[] = [];
  for (const store of stores) found.push({ store, ...(await describe(store)) });
  await enter(registry);
  const logHead = await headIn(trx);
  const head = logHead === null ? await earlierHeadIn(trx) : withoutNote(logHead);
  const { rows: channels } = await sql<{ channel: string; revision: number }>`
    select channel, max(revision) as revision from revision group by channel order by channel`.execute(
    trx,
  );
  const header: BackupHeader = {
    format: 1,
    madeBy: programVersion(),
    madeAt: new Date().toISOString(),
    // Earlier versions read this field when they restore.
    engine: 'postgres',
    stores: found.map(({ described }) => described),
    key: await keyIn(trx),
    head,
  };
  await archive.add(headerName, Buffer.from(JSON.stringify(header, null, 1)));
  const total = found.flatMap(({ tables }) => tables).reduce((sum, { bytes }) => sum + bytes, 1);
  let rows = 0;
  let done = 0;
  for (const { store, tables } of found) {
    await enter(store);
    for (const table of tables) {
      let number = 0;
      for await (const part of tableParts(store, table)) {
        watcher.signal.throwIfAborted();
        rows += part.rows;
        done += part.share * table.bytes;
        watcher.onProgress({ rows, share: done / total });
        if (part.rows === 0) continue;
        number += 1;
        const name = tablePart(store.definition.name, table.name, number);
        await archive.add(name, await compress(part.bytes), { rows: part.rows });
      }
    }
  }
  await enter(registry);
  const { copied, lost } = await copyArtifacts(trx, archive, files, place, watcher.signal);
  if (copied === 0 && lost.length > 0) throw new Error(`No file of a build is in ${place}.`);
  // A known head that the log does not contain is backed up unchanged, so that a restore reports the problem too.
  const headIsKnown = known === null || (await isInLog(trx, known.hash));
  const kept = new Map(keys);
  const keptHead = headIsKnown ? logHead : known;
  if (keptHead) kept.set(checkpointFile, Buffer.from(keptHead.note));
  const keyElsewhere = idOf(kept.get('release-signing.key')) === header.key ? null : header.key;
  // A key that was retired is not backed up: after a restore it would be taken for the current one.
  if (keyElsewhere !== null && kept.delete('release-signing.key')) {
    kept.delete('release-signing.pub');
  }
  for (const [name, bytes] of kept) await archive.add(`keys/${name}`, bytes);
  return { rows, head, headIsKnown, keyElsewhere, lost, channels };
}

/** What a restore has to know about a store's tables. Rejects if there is no such store. */
async function describe(store: OpenedStore): Promise<{ described: BackupStore; tables: Table[] }> {
  const { trx, definition } = store;
  await enter(store);
  const notes = await readNotes(trx, await schemaOf(trx, definition.schema));
  if (notes.length === 0) throw new Error(`${definition.title} is not in this database.`);
  const tables = await tablesOf(store);
  const migrations = notes.map((note) => note.name);
  const described = tables.map(({ name, columns, identity }) => ({ name, columns, identity }));
  return { tables, described: { name: definition.name, migrations, tables: described } };
}

const withoutNote = ({ sequence, hash }: Head): Head => ({ sequence, hash });

async function keyIn(trx: Transaction<unknown>): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from signing_key`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Id of a private key in PEM; undefined: the bytes are not a key. */
function idOf(pem: Uint8Array = new Uint8Array()): string | undefined {
  try {
    return signingKeyOf(Buffer.from(pem).toString()).id;
  } catch {
    return undefined;
  }
}

async function readFiles(
  folder: string,
  names: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const name of names) {
    if (existsSync(join(folder, name))) found.set(name, await readFile(join(folder, name)));
  }
  return found;
}
