import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Result, refused } from '@tallystick/contract/result';
import { artifactPathSchema } from '@tallystick/registry/contract/artifact-path';
import { type BuildKey, buildKeySchema } from '@tallystick/registry/contract/build-key';
import type { FileStores } from '@tallystick/registry/files/file-store';
import { openFiles } from '@tallystick/registry/files/open-files';
import { releaseStore } from '@tallystick/registry/parts/all-parts';
import type { Environment } from '@tallystick/settings/environment';
import { lineOf } from '@tallystick/store/error-code';
import { takeLock } from '@tallystick/store/lock';
import { isUnreachable } from '@tallystick/store/unreachable';
import * as v from 'valibot';
import { type BackupHeader, headerName, type Manifest } from '../archive/contents.ts';
import type { Entry } from '../archive/read.ts';
import { verifiedParts, verifyArchive } from '../archive/verify.ts';
import { isInLog } from '../backup/audit-head.ts';
import { definitionsOf, keptFilesOf, type OwnStore } from '../stores/own-store.ts';
import { enter, type OpenedStore, withTransactions } from '../stores/transactions.ts';
import { archiveProblem } from './archive-problem.ts';
import { databaseProblem, draftIn, draftNote, folderProblem, restoreLock } from './empty-place.ts';
import { openEntries } from './entries.ts';
import { type FillWatcher, fillStore } from './fill-store.ts';
import { moveUp } from './move-up.ts';

export interface RestoreOptions extends Omit<FillWatcher, 'onRows'> {
  /** Rows so far, and how much of all that is (0 to 1). */
  onProgress(rows: number, share: number): void;
  /** A hash that the audit log must have; absent: any log is taken. */
  head?: string | undefined;
}

interface Restored extends BackupHeader {
  /** One line for a person if files of the folder are not in their place. */
  leftBehind: string | undefined;
}

/**
 * Puts a backup into an empty data folder and an empty database, that of DATABASE_URL or the folder's own. It is all or
 * nothing: any problem leaves both as they were. If the connection is lost during the commit, the draft stays, because
 * the database may have committed. Rejects with one line for a person.
 */
export async function restore(
  file: string,
  environment: Environment,
  own: readonly OwnStore[],
  options: RestoreOptions,
): Promise<Result<Restored>> {
  const { DATA_DIR: folder } = environment;
  if (!existsSync(file)) return refused(`${file} cannot be read: there is no such file.`);
  const verified = await verifyArchive(file, options.signal);
  options.signal.throwIfAborted();
  if (!verified.ok) return refused(`${file} is not a whole backup: ${verified.problem}.`);
  const { header, manifest } = verified.value;
  const definitions = definitionsOf(own);
  const problem =
    (await archiveProblem(header, manifest, definitions, environment)) ??
    (await folderProblem(folder));
  if (problem !== undefined) return refused(problem);
  // Without the lock, the draft that is removed next could be that of a restore which still runs.
  const taken = takeLock(folder, restoreLock);
  if (!taken.ok) {
    return refused(`Another restore into DATA_DIR=${folder} is running: let it end first.`);
  }
  const draft = draftIn(folder);
  let removable = false;
  let undecided = false;
  const begin = async () => {
    removable = true;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
  };
  try {
    const files = openFiles({ ...environment, DATA_DIR: draft });
    if (!files.ok) return files;
    const session = { definitions, access: 'write' } as const;
    const filled = await withTransactions(environment, session, options.signal, async (stores) => {
      const full = await databaseProblem(stores);
      if (full !== undefined) throw new Error(`${full}${draftNote(folder)}`);
      // Only now that the database is known to be empty: an earlier restore's draft could belong to what is in it.
      await begin();
      await fill(file, stores, { header, manifest, own, files: files.value, draft, options });
      const came = await folderProblem(folder);
      if (came !== undefined) throw new Error(came);
      undecided = true;
    }).catch((error: unknown) => {
      if (!undecided || !isUnreachable(error)) throw error;
      removable = false;
      return refused(
        `The database was lost as it was told to keep all (${lineOf(error)}), and may have done so. Begin again: if it has, that says what is left to do.`,
      );
    });
    if (!filled.ok) return filled;
    removable = false;
    return { ok: true, value: { ...header, leftBehind: await moveUp(folder) } };
  } finally {
    if (removable) await rm(draft, { recursive: true, force: true });
    taken.value.release();
  }
}

interface Filling {
  header: BackupHeader;
  manifest: Manifest;
  own: readonly OwnStore[];
  files: FileStores;
  /** Where keys are written. */
  draft: string;
  options: RestoreOptions;
}

async function fill(
  file: string,
  stores: readonly OpenedStore[],
  { header, manifest, own, files, draft, options }: Filling,
): Promise<void> {
  const below = openEntries(verifiedParts(file, manifest));
  for await (const _ of below(headerName));
  const total = Object.values(manifest.parts).reduce((sum, part) => sum + (part.rows ?? 0), 0);
  let done = 0;
  const onRows = (rows: number) => {
    done += rows;
    options.onProgress(done, done / total);
  };
  for (const store of stores) {
    const { name } = store.definition;
    const backup = header.stores.find((one) => one.name === name);
    if (backup === undefined) throw new Error(`The backup has no ${name}.`);
    await fillStore(store, backup, below(`${name}/`), manifest, {
      ...options,
      onRows,
    });
    if (name === releaseStore.name) await requireHead(store, options.head);
    await own.find(({ definition }) => definition === store.definition)?.settle?.(store.trx);
  }
  options.onStage('files of builds');
  const builds = new Map<string, BuildKey>();
  for await (const entry of below('artifacts/')) {
    options.signal.throwIfAborted();
    const { app, build } = await putArtifact(entry, files);
    builds.set(`${app}@${build}`, { app, build });
  }
  for (const { app, build } of builds.values()) await files.artifacts.settle(app, build);
  for await (const { name, bytes } of below('keys/')) {
    const known = keptFilesOf(own).find((kept) => name === `keys/${kept}`);
    if (known !== undefined)
      await writeFile(join(draft, known), bytes, { mode: 0o600, flush: true });
  }
}

/** @throws Error with one line */
async function requireHead(store: OpenedStore, head: string | undefined): Promise<void> {
  await enter(store);
  if (head === undefined || (await isInLog(store.trx, head))) return;
  throw new Error(
    `The head ${head} is not in the backup's audit log: the backup is older than that head, or of another registry. docs/operations.md, "Backup and restore", says what to do.`,
  );
}

const artifactSchema = v.object({ ...buildKeySchema.entries, path: artifactPathSchema });

/** @throws Error with one line */
async function putArtifact({ name, bytes }: Entry, { artifacts }: FileStores): Promise<BuildKey> {
  const [, app, build, ...path] = name.split('/');
  const key = v.parse(artifactSchema, { app, build, path: path.join('/') });
  if (await artifacts.keep(key.app, key.build, key.path, bytes)) return key;
  throw new Error(`${name} is there already, with another content.`);
}
