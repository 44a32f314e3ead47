import { type Result, refused } from '@tallystick/contract/result';
import type { Kysely } from 'kysely';
import type { Definition } from './definition.ts';
import { readNotes, refusalOf } from './migration-notes.ts';
import { programVersion } from './program-version.ts';

/** What this program would do to the schema of a store. */
export interface MigrationPlan {
  /** The last migration that has run; null: there is nothing yet. */
  at: string | null;
  /** Those that have not run, in their order, each with what older programs must know to go on. */
  pending: { name: string; runsFrom: string }[];
  /** Those that have run and that this program does not know. */
  unknown: string[];
  /** The program that brought the schema to where it is may run on what the pending ones make. */
  previousMayRun: boolean;
}

/**
 * Looks, and changes nothing. `schema` names the schema of the store's tables; a problem says why nothing may be done,
 * and what to do instead.
 */
export async function planMigrations<T>(
  db: Kysely<T>,
  { migrations, schema }: Pick<Definition, 'migrations'> & { schema: string },
): Promise<Result<MigrationPlan>> {
  const notes = await readNotes(db, schema);
  const done = new Set(notes.map(({ name }) => name));
  const unknown = notes.filter(({ name }) => !(name in migrations));
  const refusal = refusalOf(unknown, Object.keys(migrations));
  if (refusal !== undefined) return refused(`${refusal} This is ${programVersion()}.`);
  const pending = Object.entries(migrations)
    .map(([name, { runsFrom }]) => ({ name, runsFrom }))
    .filter(({ name }) => !done.has(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const at = notes.at(-1)?.name ?? null;
  const partOf = (name: string) => migrations[name]?.part;
  const last = (part: string | undefined) =>
    notes.findLast(({ name }) => partOf(name) === part)?.name ?? '';
  const skipped = pending.find(({ name }) => name < last(partOf(name)));
  if (skipped !== undefined) {
    const after = last(partOf(skipped.name));
    return refused(
      `The migration ${skipped.name} has not run, though ${after}, which comes after it, has: a step was skipped, or the list of migrations was changed by hand. Nothing was changed. Put back a copy from before: docs/operations.md, "Going back a version".`,
    );
  }
  const previousMayRun = at !== null && pending.every(({ runsFrom }) => runsFrom <= at);
  const names = unknown.map(({ name }) => name);
  return { ok: true, value: { at, pending, unknown: names, previousMayRun } };
}
