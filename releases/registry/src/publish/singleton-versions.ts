import { sql } from 'kysely';
import { compare, major, minor, valid } from 'semver';
import * as v from 'valibot';
import type { Replay } from '../audit/replay.ts';
import { type BuildRecord, providesSchema } from '../build-record.ts';
import type { BuildKey } from '../contract/build-key.ts';
import { traitsSchema } from '../contract/fit-beside.ts';
import { type Refusal, refusal } from '../contract/problem.ts';
import type { Reader } from '../store/writes.ts';

/** What a shell provides: of each singleton its version, and the names that it exports. */
export interface Provider extends BuildKey {
  singletons: Readonly<Record<string, { version: string; exports: readonly string[] }>>;
}

/** How many builds are looked at, the newest ones. */
const limit = 200;

/** The provider that a build is, by its manifest's `shared` and what its entry provides. */
function providerOf(
  app: string,
  build: string,
  shared: v.InferOutput<typeof traitsSchema>['shared'],
  provides: v.InferOutput<typeof providesSchema> | null | undefined,
): Provider {
  const singletons = Object.entries(provides ?? {}).flatMap(([name, exports]) => {
    const version = shared?.find((one) => one.name === name)?.version;
    return version === undefined ? [] : [[name, { version, exports }] as const];
  });
  return { app, build, singletons: Object.fromEntries(singletons) };
}

/** The shells that were published before, for more than previews, the newest first. */
async function readProviders(db: Reader, published: Replay['builds']): Promise<Provider[]> {
  const forPreviews = [...published].flatMap(([key, { previewOnly }]) =>
    previewOnly ? [key] : [],
  );
  const rows = await db
    .selectFrom('build')
    .select([
      'app',
      'build',
      sql<unknown>`record -> 'manifest' -> 'shared'`.as('shared'),
      sql<unknown>`record -> 'entry' -> 'provides'`.as('provides'),
    ])
    .where(sql<boolean>`record -> 'artifact' ->> 'kind' = 'shell'`)
    .where(sql<boolean>`not app || '@' || build = any(${forPreviews}::text[])`)
    .orderBy('published_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ app, build, shared, provides }) =>
    providerOf(
      app,
      build,
      v.parse(traitsSchema.entries.shared, shared),
      v.parse(v.nullish(providesSchema), provides),
    ),
  );
}

/** Why a shell may not have the versions that it says; null: it may, or it is none. */
export async function dishonestVersion(
  db: Reader,
  { artifact, manifest, entry }: BuildRecord,
  published: Replay['builds'],
): Promise<Refusal | null> {
  const { app, build, kind } = artifact;
  if (kind !== 'shell') return null;
  const shared = v.parse(traitsSchema.entries.shared, manifest.shared);
  const next = providerOf(app, build, shared, entry.provides);
  const problem = versionProblem(await readProviders(db, published), next);
  return problem === null ? null : refusal('unfit', `${app} ${build}: ${problem}`);
}

/**
 * Null if the versions of singletons are honest: within one major number nothing is taken away,
 * and what is added needs a higher minor one. Else a line that says which does not.
 */
export function versionProblem(earlier: readonly Provider[], next: Provider): string | null {
  for (const [name, { version }] of Object.entries(next.singletons)) {
    if (valid(version) === null) return `${name} ${version}: that is no version`;
  }
  for (const one of earlier) {
    for (const [name, now] of Object.entries(next.singletons)) {
      const before = one.singletons[name];
      if (before === undefined || major(before.version) !== major(now.version)) continue;
      const [older, newer] =
        compare(before.version, now.version) <= 0 ? [before, now] : [now, before];
      const gone = older.exports.find((each) => !newer.exports.includes(each));
      const added = newer.exports.find((each) => !older.exports.includes(each));
      const isHigher = minor(newer.version) > minor(older.version);
      const named = (each: string) =>
        `${each} of ${name} ${now.version}, which differs from ${before.version} in ${one.app} ${one.build}`;
      if (gone !== undefined) return `${named(gone)}: taken away, that needs another major number`;
      if (added !== undefined && !isHigher) {
        return `${named(added)}: added, that needs a higher minor number`;
      }
    }
  }
  return null;
}
