import type { Board, BuildHealth } from '@tallystick/registry/contract/board';
import type { Canary } from '@tallystick/registry/contract/channel';
import { type Condemned, condemnedAs } from '@tallystick/registry/contract/condemned';
import type { AppLock } from '@tallystick/registry/contract/history';
import type { Notice } from '@tallystick/registry/contract/notice';

/** How an app does: `failing` needs somebody now, `watch` is worth a look. */
export type Severity = 'calm' | 'watch' | 'failing';

/** Loads of the last hour that tabs reported: how many came to run, how many failed. */
export interface Loads {
  ran: number;
  failed: number;
  /** The failed share of these loads, between 0 and 1; null: there were none. */
  rate: number | null;
  severity: Severity;
}

/** A build in open tabs, and what it is to the channel. */
export interface RunningBuild extends Omit<BuildHealth, 'app' | 'loads' | 'failures'> {
  loads: Loads;
  role: 'live' | 'canary' | 'former' | Condemned['why'];
}

/** One app of a channel, as the board shows it. */
export interface Standing {
  app: string;
  /** Null: the app was removed from the channel, and tabs still run it. */
  build: string | null;
  canary: Canary | null;
  /** A canary that the registry has taken from all browsers, since its live build is live. */
  paused: Extract<Condemned, { why: 'paused' }> | null;
  /** A build that fails and that the registry leaves to people. */
  left: Notice | null;
  since: Board['since'][string] | null;
  lock: AppLock | null;
  /** Builds of it that nobody ships until a manager resumes them. */
  condemned: Condemned[];
  /** Loads of the live build and the canary together, which are what the channel gives to browsers now. */
  loads: Loads;
  /** The live build, the canary, then others that tabs still run. */
  builds: RunningBuild[];
}

/** Every app of a channel, by name. */
export function standings(board: Board): Standing[] {
  const names = new Set([
    ...Object.keys(board.current?.builds ?? {}),
    ...board.builds.filter(({ tabs }) => tabs > 0).map(({ app }) => app),
  ]);
  return [...names].sort().map((app) => standingOf(board, app));
}

/** One app of a channel; of an app that the channel does not know, a standing without a build. */
export function standingOf(board: Board, app: string): Standing {
  const build = entryOf(board.current?.builds, app);
  const canary = entryOf(board.current?.canaries, app);
  const condemned = board.condemned.filter((each) => each.app === app);
  const since = entryOf(board.since, app);
  const paused = condemned
    .filter((each) => each.why === 'paused')
    .findLast(({ revision }) => revision >= (since?.revision ?? 0));
  const health = board.builds.filter((each) => each.app === app);
  const given = health.filter((each) => each.build === build || each.build === canary?.build);
  const builds = health
    .map(({ app: _own, loads, failures, ...each }) => ({
      ...each,
      loads: loadsOf({ loads, failures }),
      role: roleOf({ app, build, canary, condemned }, each.build),
    }))
    .filter(({ role, tabs }) => tabs > 0 || role === 'live' || role === 'canary')
    .sort((one, other) => places[one.role] - places[other.role] || other.tabs - one.tabs);
  return {
    app,
    build,
    canary,
    paused: paused ?? null,
    left: board.left.find((notice) => notice.app === app) ?? null,
    since,
    lock: board.locks.find((lock) => lock.app === app) ?? null,
    condemned,
    loads: given.map(loadsOf).reduce(worse, loadsOf({ loads: 0, failures: 0 })),
    builds,
  };
}

/** A record's own value for an app. An address may name `constructor`, which every object inherits. */
function entryOf<T>(record: Readonly<Record<string, T>> | undefined, app: string): T | null {
  return record !== undefined && Object.hasOwn(record, app) ? (record[app] ?? null) : null;
}

const places = {
  live: 0,
  canary: 1,
  recalled: 2,
  paused: 2,
  'rolled-back': 2,
  undone: 2,
  former: 3,
};

/** What a build is to the channel. */
export function roleOf(
  { app, build, canary, condemned }: Pick<Standing, 'app' | 'build' | 'canary' | 'condemned'>,
  id: string,
): RunningBuild['role'] {
  if (id === build) return 'live';
  if (id === canary?.build) return 'canary';
  return condemnedAs(condemned, app, id)?.why ?? 'former';
}

/** From here on a failure is not one visitor's bad luck: so many, and so large a share. */
const failing = { failures: 3, rate: 0.02 };

/** What tabs reported of one build in the last hour. */
function loadsOf({ loads, failures }: Pick<BuildHealth, 'loads' | 'failures'>): Loads {
  const all = loads + failures;
  const rate = all === 0 ? null : failures / all;
  const severity =
    failures === 0
      ? 'calm'
      : failures >= failing.failures && failures / all >= failing.rate
        ? 'failing'
        : 'watch';
  return { ran: loads, failed: failures, rate, severity };
}

const rank = { calm: 0, watch: 1, failing: 2 };

/** Adds up; as grave as the graver of the two, so that a canary's failures do not drown. */
function worse(one: Loads, other: Loads): Loads {
  const sum = loadsOf({ loads: one.ran + other.ran, failures: one.failed + other.failed });
  const [gravest = sum] = [one, other, sum].sort(
    (left, right) => rank[right.severity] - rank[left.severity],
  );
  return { ...sum, severity: gravest.severity };
}
