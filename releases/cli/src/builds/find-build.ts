import type { BuildSummary } from '@tallystick/registry/contract/history';
import { routes } from '@tallystick/registry/contract/routes';
import { buildIdSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';
import type { AdminClient } from '../admin/client.ts';
import { didYouMean } from '../command/nearest.ts';
import { failure, type OrFailure } from '../outcome.ts';

/** `app` or `app@version`, as it is written. */
export interface NamedBuild {
  app: string;
  /** A version or a whole build id. */
  version: string | undefined;
}

/** Reads `app` or `app@version`. */
export function readName(word: string): OrFailure<NamedBuild> {
  const [, app, version] = /^([a-z][a-z0-9-]{0,62})(?:@(\d+\.\d+\.\d+[\w.-]*))?$/.exec(word) ?? [];
  if (app !== undefined) return { ok: true, value: { app, version } };
  return failure('usage', `"${word}" is not an app, or app@version such as mfe-ledger@1.2.0.`);
}

/** Reads several, each of another app. */
export function readNames(words: readonly string[]): OrFailure<NamedBuild[]> {
  const names: NamedBuild[] = [];
  for (const word of words) {
    const name = readName(word);
    if (!name.ok) return name;
    if (names.some(({ app }) => app === name.value.app)) {
      return failure('usage', `${name.value.app} is named twice.`);
    }
    names.push(name.value);
  }
  return { ok: true, value: names };
}

/** All published builds, newest first. */
export async function allBuilds(client: AdminClient): Promise<OrFailure<BuildSummary[]>> {
  return await client.call(routes.builds, { query: {} });
}

/** The build ids that are meant, by app. */
export async function findBuilds(
  names: readonly NamedBuild[],
  client: AdminClient,
): Promise<OrFailure<Record<string, string>>> {
  if (names.length === 0) return { ok: true, value: {} };
  const published = await allBuilds(client);
  if (!published.ok) return published;
  const builds: Record<string, string> = {};
  for (const name of names) {
    const found = findBuild(name, published.value);
    if (!found.ok) return found;
    builds[name.app] = found.value.build;
  }
  return { ok: true, value: builds };
}

/**
 * The build that is meant: of a whole build id that one, of a version its newest build, of an app
 * alone its newest build.
 */
export function findBuild(
  { app, version }: NamedBuild,
  builds: readonly BuildSummary[],
): OrFailure<BuildSummary> {
  const own = builds.filter((one) => one.app === app);
  const [newest] = own;
  if (newest === undefined) {
    const problem = `No build of ${app} was published.${didYouMeanApp(app, builds)}`;
    return failure('unknown', problem, `Publish one, or look at what there is: builds.`);
  }
  if (version === undefined) return { ok: true, value: newest };
  const nameOf = v.is(buildIdSchema, version) ? (build: string) => build : versionOf;
  const found = own.find(({ build }) => nameOf(build) === version);
  if (found !== undefined) return { ok: true, value: found };
  const known = own.map(({ build }) => nameOf(build));
  const problem = `${app} has no build ${version}.${didYouMean(version, known)}`;
  return failure('unknown', problem, `Its builds: builds ${app}.`);
}

/** ` Did you mean "x"?`, an app that was published; or nothing. */
export function didYouMeanApp(app: string, builds: readonly BuildSummary[]): string {
  return didYouMean(app, [...new Set(builds.map((one) => one.app))]);
}

/** The version in a build id. */
function versionOf(build: string): string {
  return build.slice(0, -13);
}
