import { sql } from 'kysely';
import * as v from 'valibot';
import { changeKinds, moveSchema, type Revision, revisionSchema } from '../contract/channel.ts';
import type { HistoryPage } from '../contract/history.ts';
import type { Reader } from '../store/writes.ts';
import { type Traits, traitsSchema } from './fit.ts';
import type { Step } from './stack.ts';

/** A revision as it was kept. */
export function toRevision(body: unknown): Revision {
  return v.parse(revisionSchema, body);
}

export async function readRevision(
  db: Reader,
  channel: string,
  revision: number,
): Promise<Revision | null> {
  const row = await db
    .selectFrom('revision')
    .select('body')
    .where('channel', '=', channel)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row === undefined ? null : toRevision(row.body);
}

/** The newest revision, or null before the first. */
export async function readNewest(db: Reader, channel: string): Promise<Revision | null> {
  const row = await db
    .selectFrom('revision')
    .select('body')
    .where('channel', '=', channel)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toRevision(row.body);
}

export async function readChannels(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('revision')
    .select('channel')
    .where('revision', '=', 1)
    .orderBy('channel')
    .execute();
  return rows.map(({ channel }) => channel);
}

/** Revisions, newest first; of those that moved `app`, if one is named. */
export async function readHistory(
  db: Reader,
  channel: string,
  { before, limit, app }: { before?: number; limit: number; app?: string },
): Promise<HistoryPage> {
  let query = db
    .selectFrom('revision')
    .select('body')
    .where('channel', '=', channel)
    .orderBy('revision', 'desc')
    .limit(limit + 1);
  if (before !== undefined) query = query.where('revision', '<', before);
  if (app !== undefined) query = query.where(moved(app));
  const found = (await query.execute()).map(({ body }) => toRevision(body));
  const revisions = found.slice(0, limit);
  const last = revisions.at(-1);
  return { revisions, next: found.length > limit && last ? last.revision : null };
}

/**
 * What was done in a channel to each of the apps, oldest first: the newest `most` steps of each. One
 * question, however many apps.
 */
export async function readPasts(
  db: Reader,
  channel: string,
  apps: readonly string[],
  most: number,
): Promise<Record<string, Step[]>> {
  const { rows } = await sql<{
    app: string;
    revision: number;
    kind: unknown;
    move: unknown;
    automatic: boolean;
  }>`
    select wanted.app, past.revision, past.kind, past.move, past.automatic
    from unnest(${[...apps]}::text[]) as wanted (app), lateral (
      select revision, body -> 'kind' as kind, move, body ? 'verdict' as automatic
      from revision, jsonb_array_elements(body -> 'moves') as move
      where channel = ${channel}
        and body -> 'moves' @> jsonb_build_array(jsonb_build_object('app', wanted.app))
        and move ->> 'app' = wanted.app
      order by revision desc limit ${most}::integer
    ) as past order by past.revision`.execute(db);
  const pasts: Record<string, Step[]> = Object.fromEntries(apps.map((app) => [app, []]));
  for (const { app, revision, kind, move, automatic } of rows) {
    const { from, to, canaryFrom, canaryTo } = v.parse(moveSchema, move);
    const moved = { from, to, canaryFrom, canaryTo };
    pasts[app]?.push({ revision, kind: v.parse(kindSchema, kind), ...moved, automatic });
  }
  return pasts;
}

const kindSchema = v.picklist(changeKinds);

const moved = (app: string) =>
  sql<boolean>`(body -> 'moves') @> ${JSON.stringify([{ app }])}::jsonb`;

/** What says whether builds fit, by `app@build`; those that do not exist are left out. */
export async function readTraits(
  db: Reader,
  builds: readonly (readonly [app: string, build: string])[],
): Promise<Map<string, Traits>> {
  if (builds.length === 0) return new Map();
  const rows = await db
    .selectFrom('build')
    .select([
      'app',
      'build',
      sql<unknown>`record -> 'artifact' -> 'kind'`.as('kind'),
      sql<unknown>`record -> 'artifact' -> 'declaration'`.as('declaration'),
      sql<unknown>`record -> 'manifest' -> 'shared'`.as('shared'),
    ])
    .where((given) => given.or(builds.map(([app, build]) => given.and({ app, build }))))
    .execute();
  return new Map(
    rows.map(({ app, build, ...traits }) => [`${app}@${build}`, v.parse(traitsSchema, traits)]),
  );
}
