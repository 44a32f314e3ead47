import type { Board } from '@tallystick/registry/contract/board';
import type { Canary, Move, Revision } from '@tallystick/registry/contract/channel';

/** What a revision means for one app and for the people who have the site open. */
export interface Effect {
  app: string;
  /** What everybody gets, before and after; the same where only the canary changes. */
  from: string | null;
  to: string | null;
  canaryFrom: Canary | null;
  canaryTo: Canary | null;
  /** Builds that the change takes from browsers, and in how many open tabs each runs. */
  left: { build: string; tabs: number; recalled: boolean }[];
}

/** The effects of a revision that is not yet made, app by app, on the tabs that are open now. */
export function effectsOf(revision: Revision, board: Board): Effect[] {
  return revision.moves.map((move) => ({
    app: move.app,
    from: move.from,
    to: move.to,
    canaryFrom: move.canaryFrom,
    canaryTo: move.canaryTo,
    left: buildsLeft(move).map((build) => ({
      build,
      tabs: board.builds.find((each) => each.app === move.app && each.build === build)?.tabs ?? 0,
      recalled: revision.recalled.some((each) => each.app === move.app && each.build === build),
    })),
  }));
}

/** Builds that browsers got before the move and that none gets after it. */
export function buildsLeft({ from, to, canaryFrom, canaryTo }: Move): string[] {
  const after = [to, canaryTo?.build];
  return [from, canaryFrom?.build ?? null]
    .filter((build) => build !== null)
    .filter((build, place, all) => !after.includes(build) && all.indexOf(build) === place);
}
