import { type Approvals, connectProblem } from '@tallystick/shared/contracts/declaration-problem';
import { pathProblem } from '@tallystick/shared/contracts/declared-path';
import { missingSingleton, type Part, sharedAddress, type Traits } from '../contract/fit-beside.ts';
import { type Refusal, refusal } from '../contract/problem.ts';
import type { Next } from './goals.ts';
import { buildsIn } from './stack.ts';

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
