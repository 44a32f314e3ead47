import { pastsOf, type Replay } from '../audit/replay.ts';
import { buildsBefore } from '../channel/stack.ts';
import type { Revision } from '../contract/channel.ts';

/** Since when an app of a channel is as it is. */
export interface Origin {
  /** The newest revision that moved it, and when (ISO). */
  moved: number;
  movedAt: string;
  /** The revision that brought its live build, when (ISO), and the build that a rollback goes to. */
  live: number;
  liveAt: string;
  before: string | null;
}

/** The origins of all apps of a revision. */
export function originsOf(
  replay: Replay,
  current: Pick<Revision, 'channel' | 'builds' | 'recalled'>,
): Record<string, Origin> {
  const pasts = Object.entries(pastsOf(replay, current.channel, Object.keys(current.builds)));
  const madeLive = replay.channels.get(current.channel)?.live;
  return Object.fromEntries(
    pasts.flatMap(([app, steps]) => {
      const moved = steps.at(-1);
      const live = madeLive?.get(`${app}@${current.builds[app]}`);
      if (moved === undefined || live === undefined) return [];
      const [before = null] = buildsBefore(steps, app, current);
      const origin: Origin = {
        moved: moved.revision,
        movedAt: moved.at,
        live: live.revision,
        liveAt: live.at,
        before,
      };
      return [[app, origin]];
    }),
  );
}
