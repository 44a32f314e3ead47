import type { BuildSummary } from '@tallystick/registry/contract/history';
import { routes } from '@tallystick/registry/contract/routes';
import { buildIdSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';
import type { AdminClient } from '../admin/client.ts';
import { didYouMean } from '../command/nearest.ts';
import { type Failure, failure } from '../outcome.ts';

/** `app` or `app@version`, as it is written. */
export interface NamedBuild {
  app: string;
  /** A version or a whole build id. */
  version: string | undefined;
}

/** Reads `app` or `app@version`. */
export function readName(word: string): NamedBuild | Failure {
  const [, app, version] = /^([a-z][a-z0-9-]{0,62})(?:@(\d+\.\d+\.\d+[\w.-]*))?$/.exec(word) ?? [];
  if (app !== undefined) return { app, version };
  return failure('usage', `"${word}" is not an app, or app@version such as mfe-ledger@1.2.0.`);
}

/** All published builds, newest first. */
export async function allBuilds(
  client: AdminClient,
): Promise<{ ok: true; value: BuildSummary[] } | Failure> {
  return await client.call(routes.builds, { query: {} });
}

/**
 * The build that is meant: of a whole build id that one, of a version its newest build, of an app
 * alone its newest build.
 */
export function findBuild(
  { app, version }: NamedBuild,
  builds: readonly BuildSummary[],
): { ok: true; build: BuildSummary } | Failure {
  const own = builds.filter((one) => one.app === app);
  if (own.length === 0) {
    const apps = [...new Set(builds.map((one) => one.app))];
    const problem = `No build of ${app} was published.${didYouMean(app, apps)}`;
    return failure('unknown', problem, `Publish one, or look at what there is: builds.`);
  }
  if (version === undefined) return found(own[0]);
  const found_ = v.is(buildIdSchema, version)
    ? own.find(({ build }) => build === version)
    : own.find(({ build }) => versionOf(build) === version);
  if (found_ !== undefined) return found(found_);
  const known = own.map(({ build }) => (v.is(buildIdSchema, version) ? build : versionOf(build)));
  const problem = `${app} has no build ${version}.${didYouMean(version, known)}`;
  return failure('unknown', problem, `Its builds: builds ${app}.`);
}

/** The version in a build id. */
function versionOf(build: string): string {
  return build.slice(0, -13);
}

function found(build: BuildSummary | undefined): { ok: true; build: BuildSummary } | Failure {
  return build === undefined ? failure('unknown', 'There is no such build.') : { ok: true, build };
}
