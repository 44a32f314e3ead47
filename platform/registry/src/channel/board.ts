import { type Replay, stateOf } from '../audit/replay.ts';
import type { Board } from '../contract/board.ts';
import type { Revision } from '../contract/channel.ts';
import { holds } from './plan.ts';
import type { Past } from './stack.ts';

/** What the board of a channel is of: parts add to that. */
export interface BoardQuestion extends Pick<Board, 'current' | 'since'> {
  channel: string;
  replay: Replay;
}

/** A channel as the audit log has it, at a time (ISO). */
export function boardOf(
  replay: Replay,
  channel: string,
  at: string,
): Pick<Board, 'current' | 'apps' | 'since' | 'locks' | 'condemned'> {
  const { current, past, locks, condemned } = stateOf(replay, channel);
  const apps = [...past.keys()].sort();
  const holding = locks.filter((lock) => holds(lock, at));
  return {
    current,
    apps,
    since: sinceOf(past, current),
    locks: holding,
    condemned: [...condemned],
  };
}

/** For each live build, the newest revision that made it live. */
function sinceOf(past: Past, current: Revision | null): Board['since'] {
  return Object.fromEntries(
    Object.keys(current?.builds ?? {}).flatMap((app) => {
      const live = past.get(app)?.live;
      if (live === undefined) return [];
      const { revision, at, by, reason } = live;
      return [[app, { revision, at, by, reason }] as const];
    }),
  );
}
