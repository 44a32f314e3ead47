import type { RemoteRelease } from '@tallystick/contract/release';
import { type Build, type FailureKind, includesBuild } from './build.ts';
import { joined } from './happened.ts';
import {
  isReplaced,
  type Ladder,
  type LadderInput,
  ladderTransition,
  mayRecover,
  newLadder,
} from './ladder.ts';
import { givesSame, releaseInPage } from './release-in-page.ts';
import type { ReleaseState } from './state.ts';

/**
 * The ladders of the newest release. A remote with another build than before begins at the top. A
 * new remote begins without the builds that took an earlier page with them. A recalled build is no
 * fallback.
 */
export function followRelease({
  newest,
  ladders,
  broken,
  recalled,
}: Pick<ReleaseState, 'newest' | 'ladders' | 'broken' | 'recalled'>): Record<string, Ladder> {
  return Object.fromEntries(
    newest.remotes.map(({ name: app, build: released, fallback: below }) => {
      const usable =
        below && below.build !== released && !includesBuild(recalled, { app, build: below.build });
      const fallback = usable ? below.build : null;
      const known = ladders[app];
      if (known)
        return [app, ladderTransition(known, { type: 'offered', released, fallback }).ladder];
      const without = broken.filter((build) => build.app === app);
      return [
        app,
        without.reduce(
          (ladder, { build }) =>
            ladderTransition(ladder, { type: 'failed', build, kind: 'boot' }).ladder,
          newLadder(released, fallback),
        ),
      ];
    }),
  );
}

/** The state with these ladders; where they give other builds or settings, the next navigation leads there. */
export function withLadders(
  state: ReleaseState,
  ladders: Readonly<Record<string, Ladder>>,
): ReleaseState {
  const goal = releaseInPage(state.newest, ladders);
  const shown = givesSame(goal, state.shown) ? goal : state.shown;
  return { ...state, ladders, goal, shown };
}

/** The state once the ladder of one remote has taken an input. */
export function updateLadder(state: ReleaseState, app: string, input: LadderInput): ReleaseState {
  const known = state.ladders[app];
  if (known === undefined) return state;
  const { ladder, event } = ladderTransition(known, input);
  const next = ladder === known ? state : withLadders(state, { ...state.ladders, [app]: ladder });
  if (event === null) return next;
  const news =
    event.type === 'step'
      ? { steps: [{ app, from: event.from, to: event.to }] }
      : { recovered: [{ app, build: event.build }] };
  return { ...next, happened: joined(next.happened, news) };
}

/** The state once a build has failed, which is reported. */
export function failBuild(state: ReleaseState, build: Build, kind: FailureKind): ReleaseState {
  const happened = joined(state.happened, { failures: [{ ...build, kind }] });
  const input = { type: 'failed', build: build.build, kind } as const;
  return updateLadder({ ...state, happened }, build.app, input);
}

/** True if another build takes the place of this one, which failed. */
export function isReplacedHere(
  { ladders }: Pick<ReleaseState, 'ladders'>,
  { app, build }: Build,
): boolean {
  const ladder = ladders[app];
  return ladder !== undefined && isReplaced(ladder, build);
}

/** Remotes of which a build failed by what may have passed by now. */
export function mayRecoverBy({ newest, ladders }: ReleaseState): RemoteRelease[] {
  return newest.remotes.filter(({ name }) => {
    const ladder = ladders[name];
    return ladder !== undefined && mayRecover(ladder);
  });
}
