import { type Approvals, connectProblem } from '@tallystick/shared/contracts/declaration-problem';
import { isSamePath, pathProblem, shareAddress } from '@tallystick/shared/contracts/declared-path';
import { remoteDeclarationSchema } from '@tallystick/shared/contracts/remote';
import { satisfies, validRange } from 'semver';
import * as v from 'valibot';
import type { BuildKey } from '../contract/build-key.ts';
import { type Refusal, refusal } from '../contract/problem.ts';
import type { Next } from './goals.ts';
import { buildsIn } from './stack.ts';

/** What of a build says whether it fits beside others. */
export const traitsSchema = v.object({
  kind: v.picklist(['shell', 'remote']),
  declaration: v.nullish(remoteDeclarationSchema),
  /** Of its federation manifest: what it provides (shell) or needs (remote) once in a page. */
  shared: v.nullish(
    v.array(
      v.looseObject({
        name: v.string(),
        version: v.optional(v.string()),
        requiredVersion: v.optional(v.union([v.string(), v.literal(false)])),
        singleton: v.optional(v.boolean()),
      }),
    ),
  ),
});
export type Traits = v.InferOutput<typeof traitsSchema>;

type Part = Traits & BuildKey;

/**
 * Null if the builds of a revision can make one page, whichever of them are canaries: there is one
 * shell, no address and no menu entry belongs to two apps, and the shell provides the singletons of
 * every remote. Paths and API hosts of apps in `judged` are held to the rules for new builds, with what a
 * manager has approved for each. Those of others were when they came; to go back to a build must not
 * fail for a rule that came after it.
 */
export function checkFit(
  next: Pick<Next, 'builds' | 'canaries'>,
  traitsOf: (app: string, build: string) => Traits | undefined,
  judged: ReadonlyMap<string, Approvals>,
): Refusal | null {
  const parts: Part[] = [];
  for (const [app, build] of buildsIn(next)) {
    const traits = traitsOf(app, build);
    if (traits === undefined) return refusal('unknown', `there is no build ${app} ${build}`);
    parts.push({ ...traits, app, build });
  }
  const shells = parts.filter(({ kind }) => kind === 'shell');
  const remotes = parts.filter(({ kind }) => kind === 'remote');
  const isJudged = ({ app }: Part) => judged.has(app);
  const problems = [
    shellProblem(parts, shells),
    ...remotes.map((remote) => unfitDeclaration(remote, judged.get(remote.app))),
    ...remotes.flatMap((one, at) =>
      remotes
        .slice(at + 1)
        .map((other) => sharedAddress(one, other, isJudged(one) || isJudged(other))),
    ),
    ...remotes.flatMap((remote) => shells.map((shell) => missingSingleton(remote, shell))),
  ];
  const problem = problems.find((found) => found !== null);
  return problem === undefined ? null : refusal('unfit', problem);
}

function shellProblem(parts: readonly Part[], shells: readonly Part[]): string | null {
  const names = [...new Set(shells.map(({ app }) => app))];
  const [name, other] = names;
  if (name === undefined) return 'there would be no shell';
  if (other !== undefined) return `there would be two shells, ${name} and ${other}`;
  const changed = parts.find(({ app, kind }) => app === name && kind !== 'shell');
  return changed === undefined ? null : `${name} ${changed.build} is no shell`;
}

/** An address or a menu entry that two remotes would both bring; a canary may bring those of its own app. */
function sharedAddress(one: Part, other: Part, isJudged: boolean): string | null {
  if (one.app === other.app) return null;
  const apps = `${one.app} and ${other.app}`;
  for (const { path } of one.declaration?.routes ?? []) {
    for (const { path: beside } of other.declaration?.routes ?? []) {
      if (isSamePath(path, beside)) return `${apps} both declare the path ${beside}`;
      if (!isJudged || !shareAddress(path, beside)) continue;
      return `${apps} declare ${path} and ${beside}: no address may belong to both`;
    }
  }
  const names = new Set(one.declaration?.menu.map(({ name }) => name));
  const entry = other.declaration?.menu.find(({ name }) => names.has(name));
  return entry ? `${apps} both declare the menu entry ${entry.name}` : null;
}

/** A path or an API host that a build declares, of before it was judged or approved. */
function unfitDeclaration(
  { app, build, declaration }: Part,
  approvals: Approvals | undefined,
): string | null {
  if (approvals === undefined) return null;
  for (const { path } of declaration?.routes ?? []) {
    const problem = pathProblem(path, approvals.paths);
    if (problem !== null) return `${app} ${build}: the route ${JSON.stringify(path)} ${problem}`;
  }
  for (const origin of declaration?.policy?.connect ?? []) {
    const problem = connectProblem(app, origin, approvals);
    if (problem !== null) return `${app} ${build}: ${problem}`;
  }
  return null;
}

function missingSingleton(remote: Part, shell: Part): string | null {
  const provided = new Map(shell.shared?.map(({ name, version }) => [name, version]));
  for (const { name, requiredVersion, singleton } of remote.shared ?? []) {
    if (singleton === false || !requiredVersion) continue;
    const version = provided.get(name);
    const needs = `${remote.app} ${remote.build} needs ${name} ${requiredVersion}`;
    if (version === undefined) {
      return `${needs}, which ${shell.app} ${shell.build} does not provide`;
    }
    if (validRange(requiredVersion) === null) return `${needs}, which is no range of versions`;
    if (!satisfies(version, requiredVersion)) {
      return `${needs}, ${shell.app} ${shell.build} provides ${version}`;
    }
  }
  return null;
}
