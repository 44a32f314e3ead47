import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFolder } from '@tallystick/settings/data-folder';
import { sql } from 'kysely';
import { enter, type OpenedStore } from '../stores/transactions.ts';

/** Below DATA_DIR: where what is restored stands until all of it is there. */
const draftName = 'restore.draft';

/** The lock of a restore that runs. */
export const restoreLock = 'restore';

/**
 * A start writes its log before anybody has said what to do. Whether the database of the folder's own server is empty,
 * its tables say. Files of locks stay when they have ended.
 */
const mayBeThere = (name: string): boolean =>
  ['logs', databaseFolder, draftName].includes(name) || /\.lock(\.db)?$/.test(name);

/** Why a data folder cannot take a backup, or undefined. */
export async function folderProblem(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder)).filter((name) => !mayBeThere(name));
  if (names.length === 0) return undefined;
  return `DATA_DIR=${folder} is not empty: there is ${names.sort()[0]}. Restore into an empty folder, by DATA_DIR, or move this one aside; nothing was changed.`;
}

/**
 * Why a database cannot take a backup, or undefined. Only one without any table is taken: of tables that are empty
 * nobody knows which program has made them.
 */
export async function databaseProblem(stores: readonly OpenedStore[]): Promise<string | undefined> {
  for (const store of stores) {
    await enter(store);
    const { rows } = await sql<{ name: string }>`
      select schemaname || '.' || tablename as name from pg_tables
      where schemaname = coalesce(${store.definition.schema ?? null}, current_schema())
      order by 1 limit 1`.execute(store.trx);
    if (rows[0] === undefined) continue;
    return `The database is not empty: there is the table ${rows[0].name}. Restore into one without tables; nothing was changed.`;
  }
  return undefined;
}

/** Where the draft stands. */
export const draftIn = (folder: string): string => join(folder, draftName);

/** What to do with the draft of an earlier restore beside a database that is not empty; '' where there is none. */
export const draftNote = (folder: string): string =>
  existsSync(draftIn(folder))
    ? ` If an earlier restore has filled it, move what is in ${draftIn(folder)} into ${folder} before anything starts with it.`
    : '';
