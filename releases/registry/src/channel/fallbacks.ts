import type { Revision } from '../contract/channel.ts';
import { checkFit, type Traits } from './fit.ts';
import type { Next } from './plan.ts';
import { buildsBefore, type Step } from './stack.ts';

/** How many builds of an app are tried, nearest first. */
const most = 5;

/** What each app of a channel did, oldest first, by its name. */
export type Past = Readonly<Record<string, readonly Step[]>>;

/**
 * The builds that each app of the next revision could fall back to, nearest first: those that a
 * rollback would go to, one after the other.
 */
export function fallbackCandidates(
  { kind, builds, recalled, moves }: Next,
  past: Past,
): Record<string, string[]> {
  const isRecalled = (app: string, build: string) =>
    recalled.some((one) => one.app === app && one.build === build);
  return Object.fromEntries(
    Object.entries(builds).map(([app, live]) => {
      // The step that is being made; its number does not matter.
      const steps = moves.filter((move) => move.app === app);
      const all = [...(past[app] ?? []), ...steps.map((move) => ({ ...move, kind, revision: 0 }))];
      const before = buildsBefore(all, live, (build) => isRecalled(app, build));
      return [app, before.slice(0, most)];
    }),
  );
}

/**
 * For each remote of the next revision the build that a browser takes when the live one does not
 * work there: the first candidate that is still kept and fits beside all the others.
 */
export function chooseFallbacks(
  { builds, canaries }: Pick<Next, 'builds' | 'canaries'>,
  candidates: Readonly<Record<string, readonly string[]>>,
  traitsOf: (app: string, build: string) => Traits | undefined,
): NonNullable<Revision['fallbacks']> {
  const chosen: Record<string, string> = {};
  for (const [app, tried] of Object.entries(candidates)) {
    const fits = (build: string) =>
      traitsOf(app, build)?.kind === 'remote' &&
      checkFit({ builds: { ...builds, [app]: build }, canaries }, traitsOf) === null;
    const fallback = tried.find(fits);
    if (fallback !== undefined) chosen[app] = fallback;
  }
  return chosen;
}
