import { type Replay, stateOf } from '../audit/replay.ts';
import type { Board } from '../contract/board.ts';
import type { BuildKey } from '../contract/build-key.ts';
import type { Revision } from '../contract/channel.ts';
import { holds } from './plan.ts';
import { buildsBefore, buildsIn, type Past } from './stack.ts';

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
): Pick<Board, 'current' | 'apps' | 'since' | 'before' | 'locks' | 'condemned'> {
  const { current, past, locks, condemned } = stateOf(replay, channel);
  const apps = [...past.keys()].sort();
  const before = Object.fromEntries(
    Object.keys(current?.builds ?? {}).flatMap((app) => {
      const [goal] = buildsBefore(
        past.get(app)?.stack,
        app,
        { builds: current?.builds ?? {} },
        condemned,
      );
      return goal === undefined ? [] : [[app, goal] as const];
    }),
  );
  const holding = locks.filter((lock) => holds(lock, at));
  return {
    ...{ current, apps, before },
    since: sinceOf(past, current),
    locks: holding,
    condemned: [...condemned],
  };
}

/** Where the builds come from that a board speaks of. */
export function sourcesOf(
  replay: Replay,
  {
    current,
    before,
    condemned,
    builds,
  }: Pick<Board, 'current' | 'before' | 'condemned' | 'builds'>,
): Board['sources'] {
  const pairs = Object.entries({ ...current?.fallbacks });
  const spokenOf: BuildKey[] = [
    ...(current === null ? [] : buildsIn(current)),
    ...[...pairs, ...Object.entries(before)].map(([app, build]) => ({ app, build })),
    ...condemned,
    ...builds,
  ];
  const keys = new Map(spokenOf.map(({ app, build }) => [`${app}@${build}`, { app, build }]));
  return [...keys].flatMap(([key, named]) => {
    const { provenance } = replay.builds.get(key) ?? {};
    return provenance === undefined ? [] : [{ ...named, provenance }];
  });
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
