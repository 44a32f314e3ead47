import type { SiteRules } from '@tallystick/contract/site-rules';
import { type Replay, stateOf } from '../audit/replay.ts';
import { approvalsOf } from '../contract/app-settings.ts';
import type { BuildKey } from '../contract/build-key.ts';
import { type Misfit, unfitRefusal } from '../contract/can-ship.ts';
import { ships } from '../contract/channel.ts';
import type { Traits } from '../contract/fit-beside.ts';
import type { OrRefusal } from '../contract/problem.ts';
import type { Reader } from '../store/writes.ts';
import { chooseFallbacks, fallbackCandidates, workingFirst } from './fallbacks.ts';
import { droppedPaths, looksOf, misfitsOf } from './fit.ts';
import type { Next } from './goals.ts';
import { readTraits } from './read-channel.ts';
import { buildsIn } from './stack.ts';
import { valueMisfits, valuesOutOfUse } from './values-fit.ts';

/** The builds of a next revision, as they were judged. */
export interface Judged {
  misfits: readonly Misfit[];
  /** What a browser falls back to, for each remote that has such a build. */
  fallbacks: NonNullable<Next['fallbacks']>;
  /** Remotes that could go back to a build, and could not any more; what builds look for in vain, or drop. */
  notes: readonly string[];
}

/** Which of these builds do not work in most browsers. */
export type Failing = (builds: readonly BuildKey[]) => Promise<readonly BuildKey[]>;

/** The same, asked of each build once: a rollback looks at the builds before for where it goes and for what it says. */
export function askedOnce(ask: Failing): Failing {
  const keyOf = ({ app, build }: BuildKey) => `${app}@${build}`;
  const [asked, failing] = [new Set<string>(), new Set<string>()];
  return async (builds) => {
    const more = builds.filter((build) => !asked.has(keyOf(build)));
    if (more.length > 0) {
      for (const build of await ask(more)) failing.add(keyOf(build));
      for (const build of more) asked.add(keyOf(build));
    }
    return builds.filter((build) => failing.has(keyOf(build)));
  };
}

/** What else builds are judged with. */
interface JudgedWith {
  /** Rules of the site; null: not known here. */
  site: SiteRules | null;
  /** What is known of builds that the registry does not have, by `app@build`. */
  unpublished?: ReadonlyMap<string, Traits>;
  failing?: Failing;
}

/** The one judgement of whether builds fit, with what is live and with what could come back. */
export async function judge(
  db: Reader,
  replay: Replay,
  channel: string,
  next: Next,
  { site, unpublished = new Map(), failing = async () => [] }: JudgedWith,
): Promise<Judged> {
  const { current, past } = stateOf(replay, channel);
  const nearest = fallbackCandidates(next, past);
  const candidates = workingFirst(nearest, await failing(pairsOf(nearest)));
  const { kind, moves } = next;
  const left = moves.flatMap(({ app, from }) => (from === null ? [] : [{ app, build: from }]));
  const traits = await readTraits(db, [...buildsIn(next), ...left, ...pairsOf(candidates)]);
  const traitsOf = (app: string, build: string) =>
    traits.get(`${app}@${build}`) ?? unpublished.get(`${app}@${build}`);
  const approvalsIn = (app: string) => approvalsOf(replay.settings, app, site);
  const judged = new Map(
    ships(kind) ? moves.map(({ app }) => [app, approvalsIn(app)] as const) : [],
  );
  const moved = new Map(moves.map(({ app, from }) => [app, from]));
  const fallbacks = chooseFallbacks(next, candidates, traitsOf, approvalsIn);
  return {
    misfits:
      kind === 'configure'
        ? valueMisfits(next, traitsOf)
        : [
            ...hiddenMisfits(replay, next, unpublished),
            ...misfitsOf(next, { traitsOf, judged, moved, site }),
          ],
    fallbacks,
    notes: [
      ...strandedOf(current?.fallbacks ?? {}, next, fallbacks, traitsOf),
      ...looksOf(next, { traitsOf, judged, moved, site }),
      ...droppedPaths(next, { traitsOf, judged }),
      ...valuesOutOfUse(next, traitsOf),
    ],
  };
}

/** The next revision with what to fall back to, and what is lost by it, a line each, if its builds fit together. */
export async function completed(
  db: Reader,
  replay: Replay,
  channel: string,
  next: Next,
  judgedWith: Pick<JudgedWith, 'site' | 'failing'>,
): Promise<OrRefusal<{ next: Next; notes: readonly string[] }>> {
  const { misfits, fallbacks, notes } = await judge(db, replay, channel, next, judgedWith);
  const apps = next.moves.map(({ app }) => app);
  const unfit = unfitRefusal(misfits, { channel, kind: next.kind, moved: apps });
  return unfit ?? { ok: true, value: { next: { ...next, fallbacks }, notes } };
}

function pairsOf(builds: Readonly<Record<string, readonly string[]>>): BuildKey[] {
  return Object.entries(builds).flatMap(([app, all]) => all.map((build) => ({ app, build })));
}

/** Builds that are for previews alone, but those of which it is asked what they would be once published. */
function hiddenMisfits(
  { builds }: Replay,
  next: Next,
  unpublished: ReadonlyMap<string, Traits>,
): Misfit[] {
  return buildsIn(next).flatMap(({ app, build }): Misfit[] => {
    const key = `${app}@${build}`;
    if (builds.get(key)?.previewOnly !== true || unpublished.has(key)) return [];
    const problem = `${app} ${build} was published for previews alone; publish it first, by a token that may`;
    return [{ code: 'unfit', app, build, problem }];
  });
}

function strandedOf(
  before: Readonly<Record<string, string>>,
  next: Next,
  after: Readonly<Record<string, string>>,
  traitsOf: (app: string, build: string) => Traits | undefined,
): string[] {
  return Object.entries(before).flatMap(([app, build]) => {
    if (after[app] !== undefined || next.builds[app] === undefined) return [];
    const builds = { ...next.builds, [app]: build };
    const moved = new Map([[app, null]]);
    const [why] = misfitsOf(
      { ...next, builds },
      { traitsOf, judged: new Map(), moved, site: null },
    );
    return why === undefined ? [] : [`${app} would have no build to fall back to: ${why.problem}`];
  });
}
