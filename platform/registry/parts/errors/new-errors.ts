import { type Selectable, sql } from 'kysely';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { Reader } from '../../src/store/writes.ts';
import type { SourceFrame } from './contract/page-errors.ts';
import type { ErrorTables } from './tables.ts';

/** An error whose frames nobody has read yet. */
export type NewError = Pick<
  Selectable<ErrorTables['page_error']>,
  'app' | 'build' | 'key' | 'report' | 'first_seen'
>;

/** The group of an error: its frames as the source maps have them, and the first build in which it was. */
interface Group {
  fingerprint: string;
  frames: readonly SourceFrame[];
  began: { build: string; at: Date };
}

/**
 * Up to `limit` new errors, the oldest first.
 *
 * @param except builds to leave out, as `app@build`
 */
export async function readNewErrors(
  db: Reader,
  except: readonly string[],
  limit: number,
): Promise<NewError[]> {
  const leftOut = sql`(select json_array_elements_text(${JSON.stringify(except)}::json))`;
  return db
    .withTables<ErrorTables>()
    .selectFrom('page_error')
    .select(['app', 'build', 'key', 'report', 'first_seen'])
    .where('fingerprint', 'is', null)
    .where(sql`app || '@' || build`, 'not in', leftOut)
    .orderBy('first_seen')
    .orderBy('key')
    .limit(limit)
    .execute();
}

/** Where a group of errors began; undefined: no error has its fingerprint yet. */
export async function readBeginning(
  db: Reader,
  app: string,
  fingerprint: string,
): Promise<{ build: string | null; at: Date | null } | undefined> {
  return db
    .withTables<ErrorTables>()
    .selectFrom('page_error')
    .select(['began_build as build', 'began_at as at'])
    .where(({ and }) => and({ app, fingerprint }))
    .where('began_at', 'is not', null)
    .orderBy('began_at')
    .executeTakeFirst();
}

/** Writes the group of an error: after that the error is no longer new. */
export async function writeGroup(
  db: Reader,
  { app, build, key }: BuildKey & Pick<NewError, 'key'>,
  { fingerprint, frames, began }: Group,
): Promise<void> {
  await db
    .withTables<ErrorTables>()
    .updateTable('page_error')
    .set({
      fingerprint,
      frames: JSON.stringify(frames),
      began_build: began.build,
      began_at: began.at.toISOString(),
    })
    .where(({ and }) => and({ app, build, key }))
    .execute();
}
