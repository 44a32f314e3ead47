import { type Replay, stateOf } from '../audit/replay.ts';
import type { Board } from '../contract/board.ts';
import type { BuildKey } from '../contract/build-key.ts';
import type { Revision } from '../contract/channel.ts';
import type { Reader } from '../store/writes.ts';
import { type Asked, failingBy } from './decide.ts';
import { holds } from './plan.ts';
import { buildsIn, type Past } from './stack.ts';
import { buildBack, readAvoided } from './way-back.ts';

/** What the board of a channel is of: parts add to that. */
export interface BoardQuestion extends Pick<Board, 'current' | 'since'> {
  channel: string;
  replay: Replay;
}

/** A channel as the audit log has it, at a time in milliseconds since 1970. */
export async function boardOf(
  db: Reader,
  replay: Replay,
  { channel, at, hooks }: Pick<Asked, 'channel' | 'at' | 'hooks'>,
): Promise<Pick<Board, 'current' | 'apps' | 'since' | 'before' | 'locks' | 'condemned'>> {
  const { current, past, locks, condemned } = stateOf(replay, channel);
  // A single build before is where a rollback goes, whether it fails or not.
  const avoided = await readAvoided(replay, channel, failingBy(db, { channel, at, hooks }), 2);
  const apps = [...past.keys()].sort();
  const { builds } = current ?? { builds: {} };
  const before = Object.fromEntries(
    Object.keys(builds).flatMap((app) => {
      const goal = buildBack({ past, condemned, avoided }, app, { builds });
      return goal === undefined ? [] : [[app, goal] as const];
    }),
  );
  const holding = locks.filter((lock) => holds(lock, new Date(at).toISOString()));
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
  return sourcesIn(replay, spokenOf);
}

/** Where builds come from, each once; those of which it is not known are left out. */
export function sourcesIn(replay: Replay, spokenOf: readonly BuildKey[]): Board['sources'] {
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
