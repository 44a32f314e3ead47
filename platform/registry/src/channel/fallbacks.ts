import type { Approvals } from '@tallystick/contract/policy/policy-problem';
import type { BuildKey } from '../contract/build-key.ts';
import type { Revision } from '../contract/channel.ts';
import type { Traits } from '../contract/fit-beside.ts';
import { misfitsOf } from './fit.ts';
import type { Next } from './goals.ts';
import { buildsBefore, type Past, stackAfter } from './stack.ts';

/** How many builds of an app are tried, nearest first. */
export const maxTried = 5;

/**
 * The builds that each app of the next revision could fall back to, nearest first. They are the goals of successive
 * rollbacks.
 */
export function fallbackCandidates(next: Next, past: Past): Record<string, string[]> {
  const { kind, builds, moves, undoes, condemned } = next;
  return Object.fromEntries(
    Object.keys(builds).map((app) => {
      const own = past.get(app);
      const move = moves.find((one) => one.app === app);
      const after = move === undefined ? own?.stack : stackAfter(own, { kind, undoes, ...move });
      return [app, buildsBefore(after, app, { builds }, condemned).slice(0, maxTried)];
    }),
  );
}

/** The same candidates, those that do not work in most browsers last: after a bad build comes a bad mend of it. */
export function workingFirst(
  candidates: Readonly<Record<string, readonly string[]>>,
  failing: readonly BuildKey[],
): Record<string, string[]> {
  const fails = (app: string, build: string) =>
    failing.some((one) => one.app === app && one.build === build);
  return Object.fromEntries(
    Object.entries(candidates).map(([app, builds]) => [
      app,
      [
        ...builds.filter((build) => !fails(app, build)),
        ...builds.filter((build) => fails(app, build)),
      ],
    ]),
  );
}

/**
 * For each remote of the next revision, the build that a browser takes when the live one does not work there. It is the
 * first candidate that is still kept and fits beside all the others.
 */
export function chooseFallbacks(
  { builds, canaries }: Pick<Next, 'builds' | 'canaries'>,
  candidates: Readonly<Record<string, readonly string[]>>,
  traitsOf: (app: string, build: string) => Traits | undefined,
  approvalsOf: (app: string) => Approvals,
): NonNullable<Revision['fallbacks']> {
  const chosen: Record<string, string> = {};
  for (const [app, tried] of Object.entries(candidates)) {
    const fits = (build: string) =>
      traitsOf(app, build)?.kind === 'remote' &&
      misfitsOf(
        { builds: { ...builds, [app]: build }, canaries },
        {
          ...{ traitsOf, site: null },
          judged: new Map([[app, approvalsOf(app)]]),
          moved: new Map([[app, null]]),
        },
      ).length === 0;
    const fallback = tried.find(fits);
    if (fallback !== undefined) chosen[app] = fallback;
  }
  return chosen;
}
