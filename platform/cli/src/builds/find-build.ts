import { didYouMean } from '@tallystick/contract/nearest';
import { buildIdSchema } from '@tallystick/contract/release';
import type { BuildSummary } from '@tallystick/registry/contract/history';
import { routes } from '@tallystick/registry/contract/routes';
import * as v from 'valibot';
import type { AdminClient } from '../admin/client.ts';
import { fail, orFail } from '../outcome.ts';
import type { NamedBuild } from './named-build.ts';

/** All published builds, newest first. */
export async function allBuilds(client: AdminClient): Promise<BuildSummary[]> {
  return orFail(await client.call(routes.builds, { query: {} }));
}

/** The build ids that are meant, by app. */
export async function findBuilds(
  names: readonly NamedBuild[],
  client: AdminClient,
): Promise<Record<string, string>> {
  const published = names.length === 0 ? [] : await allBuilds(client);
  // A whole build id is that build; what is found by less is one that can be live.
  const forAll = published.filter(({ previewOnly }) => previewOnly !== true);
  const listOf = ({ version }: NamedBuild) => (v.is(buildIdSchema, version) ? published : forAll);
  return Object.fromEntries(names.map((name) => [name.app, findBuild(name, listOf(name)).build]));
}

/**
 * The build that is meant: of a whole build id that one, of a version its newest build, of an app
 * alone its newest build.
 */
export function findBuild(
  { app, version }: NamedBuild,
  builds: readonly BuildSummary[],
): BuildSummary {
  const own = builds.filter((one) => one.app === app);
  const [newest] = own;
  if (newest === undefined) {
    const problem = `No build of ${app} was published.${didYouMeanApp(app, builds)}`;
    fail('unknown', problem, `Publish one, or look at what there is: builds.`);
  }
  if (version === undefined) return newest;
  const nameOf = v.is(buildIdSchema, version) ? (build: string) => build : versionOf;
  const found = own.find(({ build }) => nameOf(build) === version);
  if (found !== undefined) return found;
  const known = own.map(({ build }) => nameOf(build));
  const problem = `${app} has no build ${version}.${didYouMean(version, known)}`;
  return fail('unknown', problem, `Its builds: builds ${app}.`);
}

/** ` Did you mean "x"?`, an app that was published; or nothing. */
export function didYouMeanApp(app: string, builds: readonly BuildSummary[]): string {
  return didYouMean(app, [...new Set(builds.map((one) => one.app))]);
}

function versionOf(build: string): string {
  return build.slice(0, -13);
}
