import { releaseStore } from '@tallystick/registry/parts/all-parts';
import type { Definition } from '@tallystick/store/store';
import type { Io } from '@tallystick/terminal/io';
import type { Transaction } from 'kysely';
import { keptFiles } from '../archive/contents.ts';

/** A store that a site keeps beside its registry of releases, in the same database. */
export interface OwnStore {
  definition: Definition;
  /** Files of DATA_DIR that are its own: a backup holds those that are there. */
  files?: readonly string[];
  /** Done when a restore has filled it, within the same transaction. */
  settle?(trx: Transaction<unknown>): Promise<void>;
  /** Reads all of it and prints what it finds; whether it is whole. Rejects if it was not read to the end. */
  look(io: Io): Promise<boolean>;
  /** The words of the command that looks again. */
  lookAgain: string;
}

/** Every store of a site, in the order in which a backup holds them. */
export function definitionsOf(own: readonly OwnStore[]): readonly [Definition, ...Definition[]] {
  const [first, ...others] = own.map(({ definition }) => definition);
  return first === undefined ? [releaseStore] : [first, ...others, releaseStore];
}

/** The files of DATA_DIR that a backup of a site holds, if they are there. */
export const keptFilesOf = (own: readonly OwnStore[]): readonly string[] => [
  ...keptFiles,
  ...own.flatMap(({ files = [] }) => files),
];
