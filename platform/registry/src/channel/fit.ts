import { pathProblem, takesAll } from '@tallystick/contract/declared-path';
import {
  type Approvals,
  lackedOpenings,
  policyProblem,
} from '@tallystick/contract/policy/policy-problem';
import type { SiteRules } from '@tallystick/contract/site-rules';
import { broughtInVain } from '../contract/brought-in-vain.ts';
import type { Misfit } from '../contract/can-ship.ts';
import {
  type ContractProblem,
  lookedForInVain,
  shellContractProblems,
  takenAway,
  widgetProblems,
} from '../contract/contract-fit.ts';
import {
  declaredPaths,
  type Part,
  secondStores,
  sharedAddresses,
  shellMisfit,
  type Traits,
} from '../contract/fit-beside.ts';
import type { Next } from './goals.ts';
import { buildsIn } from './stack.ts';

/** What is needed to say whether builds fit. */
export interface FitQuestion {
  traitsOf: (app: string, build: string) => Traits | undefined;
  /**
   * Paths, API hosts and openings of these apps must follow the rules for new builds, with what a manager has approved for
   * each. Other apps were checked when they were shipped: going back to a build must not fail by a rule that is
   * newer.
   */
  judged: ReadonlyMap<string, Approvals>;
  /** The apps that move, each with the build that it leaves. What unmoved apps use of each other has not changed, so it is not checked. */
  moved: ReadonlyMap<string, string | null>;
  /** Rules of the site; null: not known here. */
  site: SiteRules | null;
}

/**
 * All reasons why the builds of a revision cannot make one page, whichever of them are canaries. There must be one
 * shell. No address and no menu entry may belong to two apps. The shell must provide the singletons of every remote
 * and what it uses of them, and widgets must take the props that others give.
 */
export function misfitsOf(
  next: Pick<Next, 'builds' | 'canaries'>,
  { traitsOf, judged, moved }: FitQuestion,
): Misfit[] {
  const parts: Part[] = [];
  for (const { app, build } of buildsIn(next)) {
    const traits = traitsOf(app, build);
    if (traits === undefined) {
      return [{ code: 'unknown', app, build, problem: `there is no build ${app} ${build}` }];
    }
    parts.push({ ...traits, app, build });
  }
  const shells = parts.filter(({ kind }) => kind === 'shell');
  const remotes = parts.filter(({ kind }) => kind === 'remote');
  const isJudged = ({ app }: Part) => judged.has(app);
  /** The build that an app leaves by shipping another; null: it does not move, or goes back. */
  const leftBy = ({ app }: Part): Part | null => {
    const build = judged.has(app) ? moved.get(app) : null;
    const traits = build ? traitsOf(app, build) : undefined;
    return build && traits ? { ...traits, app, build } : null;
  };
  const haveMoved = (one: Part, other: Part) => moved.has(one.app) || moved.has(other.app);
  return [
    ...shellMisfits(parts, shells),
    ...remotes.flatMap((remote) =>
      misfit(remote, null, unfitDeclaration(remote, judged.get(remote.app))),
    ),
    ...remotes.flatMap((one, at) =>
      remotes.slice(at + 1).flatMap((other) => {
        const problems = sharedAddresses(one, other, isJudged(one) || isJudged(other));
        return problems.flatMap((problem) => misfit(one, other, problem));
      }),
    ),
    ...remotes.flatMap((remote) =>
      shells.flatMap((shell) => {
        const lacks = shellMisfit(remote, shell);
        if (lacks !== null) {
          const { problem, together } = lacks;
          return misfit(remote, shell, problem, together ? { together } : {});
        }
        if (!haveMoved(remote, shell)) return [];
        return [
          ...shellContractProblems(remote, shell),
          ...takenAway(remote, shell, leftBy(shell)),
        ].flatMap((one) => uses(remote, shell, one));
      }),
    ),
    ...parts.flatMap((consumer) =>
      remotes.flatMap((provider) => {
        if (consumer.app === provider.app || !haveMoved(consumer, provider)) return [];
        const found = widgetProblems(consumer, provider, leftBy(provider));
        return found.flatMap((one) => uses(consumer, provider, one));
      }),
    ),
  ];
}

/**
 * What the builds that move, and those beside them, look for and do not find, or have a second store of. A line for
 * each, which blocks nothing. So it is with openings that builds need and the site alone can have, and with what is
 * brought into slots that are not there.
 */
export function looksOf(
  next: Pick<Next, 'builds' | 'canaries'>,
  { traitsOf, moved, site }: FitQuestion,
): string[] {
  const parts = buildsIn(next).flatMap(({ app, build }): Part[] => {
    const traits = traitsOf(app, build);
    return traits === undefined ? [] : [{ ...traits, app, build }];
  });
  const shells = parts.filter(({ kind }) => kind === 'shell');
  const remotes = parts.filter(({ kind }) => kind === 'remote');
  const lookedFor = remotes.flatMap((remote) => [
    ...shells.flatMap((shell) =>
      moved.has(remote.app) || moved.has(shell.app)
        ? [...lookedForInVain(remote, shell), ...secondStores(remote, shell)]
        : [],
    ),
    ...(moved.has(remote.app) ? lackedBy(remote, site) : []),
  ]);
  return [...lookedFor, ...broughtInVain(parts, moved)];
}

function lackedBy({ app, build, declaration }: Part, site: SiteRules | null): string[] {
  return lackedOpenings(declaration ?? {}, site).map(
    (one) =>
      `${app} ${build} needs the opening ${one}, which this site does not have: pages refuse what needs it, until site.config.ts opens it`,
  );
}

/** Paths of live builds that the builds which replace them do not take, by a page or a redirect: a line for each app. */
export function droppedPaths(
  { moves }: Pick<Next, 'moves'>,
  { traitsOf, judged }: Pick<FitQuestion, 'traitsOf' | 'judged'>,
): string[] {
  return moves.flatMap(({ app, from, to, canaryTo }) => {
    const build = canaryTo?.build ?? to;
    const before = from === null ? undefined : traitsOf(app, from);
    const after = build === null ? undefined : traitsOf(app, build);
    if (!judged.has(app) || build === from || before === undefined || after === undefined)
      return [];
    const taken = declaredPaths(after);
    const dropped = declaredPaths(before).filter(
      (path) => !taken.some((one) => takesAll(one, path)),
    );
    if (dropped.length === 0) return [];
    const example = `"redirects": [{ "from": ${JSON.stringify(dropped[0])}, "to": … }]`;
    return [
      `${app} ${build} has nothing at ${dropped.join(', ')}, where ${from} has: links there lead nowhere. Declare ${example} in remote.json if the page has moved.`,
    ];
  });
}

function misfit(
  { app, build }: Part,
  other: Part | null,
  problem: string | null,
  more: Pick<Misfit, 'symbol' | 'together'> = {},
): Misfit[] {
  if (problem === null) return [];
  const beside = other && { with: { app: other.app, build: other.build } };
  return [{ code: 'unfit', app, build, ...beside, problem, ...more }];
}

function uses(user: Part, other: Part, { symbol, problem }: ContractProblem): Misfit[] {
  const verb = user.contract ? 'uses' : 'may use';
  const words = `${user.app} ${user.build} ${verb} ${symbol}, and ${problem}`;
  return misfit(user, other, words, { symbol, together: true });
}

function shellMisfits(parts: readonly Part[], shells: readonly Part[]): Misfit[] {
  const names = [...new Set(shells.map(({ app }) => app))];
  const [name, other] = names;
  const of = (problem: string): Misfit[] => [{ code: 'unfit', problem }];
  if (name === undefined)
    return of('there would be no shell: the first promotion into a channel names it, too');
  if (other !== undefined) return of(`there would be two shells, ${name} and ${other}`);
  const changed = parts.find(({ app, kind }) => app === name && kind !== 'shell');
  return changed === undefined ? [] : of(`${name} ${changed.build} is no shell`);
}

/** What is wrong with a path, API host or opening that a build declares; null: nothing, or the app is not judged. */
function unfitDeclaration(
  { app, build, declaration }: Part,
  approvals: Approvals | undefined,
): string | null {
  if (approvals === undefined) return null;
  for (const { path } of declaration?.routes ?? []) {
    const problem = pathProblem(path, approvals.paths);
    if (problem !== null) return `${app} ${build}: the route ${JSON.stringify(path)} ${problem}`;
  }
  for (const { from } of declaration?.redirects ?? []) {
    const problem = pathProblem(from, approvals.paths);
    if (problem !== null) {
      return `${app} ${build}: the redirect from ${JSON.stringify(from)} ${problem}`;
    }
  }
  const problem = policyProblem(app, declaration?.policy, approvals);
  return problem === null ? null : `${app} ${build}: ${problem}`;
}
