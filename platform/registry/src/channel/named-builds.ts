import { didYouMean } from '@tallystick/contract/nearest';
import { buildIdSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { type Replay, stateOf } from '../audit/replay.ts';
import type { BuildKey } from '../contract/build-key.ts';
import type { NamedChange } from '../contract/change-request.ts';
import type { Change } from '../contract/channel.ts';
import { type OrRefusal, type Refusal, refusal } from '../contract/problem.ts';
import type { Reader } from '../store/writes.ts';

/** What is needed to resolve names of builds. */
interface Known {
  db: Reader;
  replay: Replay;
  channel: string;
}

/** The change with each build that it names by its id. */
export async function resolved(known: Known, change: NamedChange): Promise<OrRefusal<Change>> {
  switch (change.kind) {
    case 'promote':
    case 'canary': {
      const { builds: names, from, ...rest } = change;
      const builds =
        from === undefined ? await buildsOf(known, names) : buildsIn(known, from, names);
      if (!builds.ok) return builds;
      const newer = change.kind === 'promote' && from === undefined;
      const refused = newer ? notMeant(known, names, builds.value) : null;
      return refused ?? { ok: true, value: { ...rest, builds: builds.value } };
    }
    case 'rollback': {
      // If a version has several builds, the one that was live here takes precedence.
      const to = await buildsOf(known, change.to, stateOf(known.replay, known.channel).live);
      return to.ok ? { ok: true, value: { ...change, to: to.value } } : to;
    }
    case 'unhold': {
      const { builds: named, ...rest } = change;
      if (named === undefined) return { ok: true, value: rest };
      const builds = condemnedBuildsOf(known, named);
      return builds.ok ? { ok: true, value: { ...rest, builds: builds.value } } : builds;
    }
    default:
      return { ok: true, value: change };
  }
}

type Names = Readonly<Record<string, string | null>>;

/** The builds that are live in another channel: of these apps, or of all where none is named. */
function buildsIn(
  { replay }: Known,
  from: string,
  names: Names,
): OrRefusal<Record<string, string>> {
  const { current } = stateOf(replay, from);
  if (current === null) {
    const guess = didYouMean(from, [...replay.channels.keys()]);
    return refusal('unknown', `There is no channel ${from}.${guess}`);
  }
  const apps = Object.keys(names);
  if (apps.length === 0) return { ok: true, value: { ...current.builds } };
  const found: Record<string, string> = {};
  for (const app of apps) {
    const build = current.builds[app];
    if (build === undefined) {
      const next = `What is: status --channel ${from}.`;
      return refusal('unknown', `${app} is not in ${from}.`, next);
    }
    found[app] = build;
  }
  return { ok: true, value: found };
}

/** The build that each name means. `first`: what is meant before the others, by `app@build`. */
async function buildsOf(
  { db, replay }: Known,
  names: Names,
  first: ReadonlySet<string> = new Set(),
): Promise<OrRefusal<Record<string, string>>> {
  const apps = Object.keys(names);
  if (apps.length === 0) return { ok: true, value: {} };
  const published = await db
    .selectFrom('build')
    .select(['app', 'build'])
    .where('app', 'in', apps)
    .orderBy('published_at', 'desc')
    .orderBy('build')
    .execute();
  const keyOf = ({ app, build }: BuildKey) => `${app}@${build}`;
  // A whole build id is that build; what is found by less is one that can be live.
  const forAll = published
    .filter((one) => replay.builds.get(keyOf(one))?.previewOnly !== true)
    .sort((one, other) => Number(first.has(keyOf(other))) - Number(first.has(keyOf(one))));
  const found: Record<string, string> = {};
  for (const [app, name] of Object.entries(names)) {
    const isId = v.is(buildIdSchema, name);
    const builds = (isId ? published : forAll)
      .filter((one) => one.app === app)
      .map(({ build }) => build);
    const [newest] = builds;
    if (newest === undefined) return await unpublished(db, app);
    const wordOf = (build: string) => (isId ? build : versionOf(build));
    const meant = name === null ? newest : builds.find((build) => wordOf(build) === name);
    if (meant === undefined) {
      const guess = didYouMean(name ?? '', builds.map(wordOf));
      const problem = `${app} has no build ${name}.${guess}`;
      return refusal('unknown', problem, `Its builds: builds ${app}.`);
    }
    found[app] = meant;
  }
  return { ok: true, value: found };
}

async function unpublished(db: Reader, app: string): Promise<Refusal> {
  const rows = await db.selectFrom('build').select('app').distinct().orderBy('app').execute();
  const guess = didYouMean(
    app,
    rows.map((row) => row.app),
  );
  const next = 'Publish one, or look at what there is: builds.';
  return refusal('unknown', `No build of ${app} was published.${guess}`, next);
}

/** Somebody who tried a build and then names only the app must not ship a build that was published since. */
function notMeant(
  { replay, channel }: Known,
  names: Names,
  builds: Readonly<Record<string, string>>,
): Refusal | null {
  const { current } = stateOf(replay, channel);
  for (const [app, build] of Object.entries(builds)) {
    const tried = current?.canaries[app]?.build;
    if (names[app] !== null || tried === undefined || tried === build) continue;
    const problem = `${tried} of ${app} is a canary, and ${build} is newer.`;
    return refusal('invalid', problem, `Say which: ${app}@${tried} or ${app}@${build}.`);
  }
  return null;
}

/** A version is that of a build which is condemned, whatever else was published under it. */
function condemnedBuildsOf(
  { replay, channel }: Known,
  names: Readonly<Record<string, string>>,
): OrRefusal<Record<string, string>> {
  const { condemned } = stateOf(replay, channel);
  const found: Record<string, string> = {};
  for (const [app, name] of Object.entries(names)) {
    const meant = condemned.findLast(
      (one) => one.app === app && (one.build === name || one.build.startsWith(`${name}-`)),
    );
    if (meant === undefined) {
      const problem = `${app} ${name} is not paused, rolled back by itself, recalled or undone.`;
      return refusal('unknown', problem, 'Which are: status.');
    }
    found[app] = meant.build;
  }
  return { ok: true, value: found };
}

/** A build id is its version, and a hash of twelve letters. */
function versionOf(build: string): string {
  return build.slice(0, -13);
}
