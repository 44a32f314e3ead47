import type { Board } from '@tallystick/registry/contract/board';
import type { Move, Revision } from '@tallystick/registry/contract/channel';

/** What a revision means for one app and for the people who have the site open. */
export interface Effect extends Move {
  /** Builds that the change takes from browsers, and in how many open tabs each runs. */
  left: { build: string; tabs: number; recalled: boolean }[];
  /** Builds whose links of previews end with it, one for each link. */
  previews: string[];
}

/** The effects of a revision that is not yet made, app by app, on the tabs that are open now. */
export function effectsOf(
  { moves, recalled, endedPreviews = [] }: Revision,
  board: Board,
): Effect[] {
  return moves.map((move) => {
    const isIt = (build: string) => (each: { app: string; build: string }) =>
      each.app === move.app && each.build === build;
    const left = buildsLeft(move).map((build) => ({
      build,
      tabs: board.builds.find(isIt(build))?.tabs ?? 0,
      recalled: recalled.some(isIt(build)),
    }));
    const previews = endedPreviews.filter(({ app }) => app === move.app).map(({ build }) => build);
    return { ...move, left, previews };
  });
}

/** Builds that browsers got before the move and that none gets after it. */
function buildsLeft({ from, to, canaryFrom, canaryTo }: Move): string[] {
  const after = [to, canaryTo?.build];
  return [from, canaryFrom?.build ?? null]
    .filter((build) => build !== null)
    .filter((build, index, all) => !after.includes(build) && all.indexOf(build) === index);
}
