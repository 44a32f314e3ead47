import type { Board, BuildHealth } from '@tallystick/registry/contract/board';
import type { Canary } from '@tallystick/registry/contract/channel';
import type { Concern, Severity } from '@tallystick/registry/contract/concern';
import { type Condemned, condemnedAs } from '@tallystick/registry/contract/condemned';
import type { AppLock } from '@tallystick/registry/contract/history';
import type { Notice } from '@tallystick/registry/contract/notice';
import { isShut, severityOf, situationOf } from '@tallystick/registry/contract/situation';

/** A build in open tabs, and what it is to the channel. */
export interface RunningBuild extends Omit<BuildHealth, 'app'> {
  severity: Severity;
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
  /** The build that a rollback goes to; null: there is none. */
  before: string | null;
  lock: AppLock | null;
  /** Nobody ships a build of it now: it is locked, or the channel is frozen. */
  shut: boolean;
  /** What there is to say of a freeze of the channel; null: there is none. */
  frozen: Concern | null;
  /** Builds of it that nobody ships until a manager resumes them. */
  condemned: Condemned[];
  /** What there is to say of it; none: it is well. */
  concerns: Concern[];
  /** That of the gravest of them. */
  severity: Severity;
  /** The live build, the canary, then others that tabs still run. */
  builds: RunningBuild[];
}

const rank = { failing: 0, watch: 1, calm: 2 };

/** Every app of a channel: those that fail first, then by name. */
export function standings(board: Board): Standing[] {
  const names = new Set([
    ...Object.keys(board.current?.builds ?? {}),
    ...board.builds.filter(({ tabs }) => tabs > 0).map(({ app }) => app),
  ]);
  return [...names]
    .sort()
    .map((app) => standingOf(board, app))
    .sort((one, other) => rank[one.severity] - rank[other.severity]);
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
  const builds = board.builds
    .filter((each) => each.app === app)
    .map(({ app: _own, ...each }) => ({
      ...each,
      severity: severityOf(each),
      role: roleOf({ app, build, canary, condemned }, each.build),
    }))
    .filter(({ role, tabs }) => tabs > 0 || role === 'live' || role === 'canary')
    .sort((one, other) => places[one.role] - places[other.role] || other.tabs - one.tabs);
  const channel = board.current?.channel ?? '';
  const situation = situationOf(board, channel);
  const concerns = situation.filter((concern) => concern.app === app);
  return {
    app,
    build,
    canary,
    paused: paused ?? null,
    left: board.left.find((notice) => notice.app === app) ?? null,
    since,
    before: entryOf(board.before, app),
    lock: board.locks.find((lock) => lock.app === app) ?? null,
    shut: isShut(board, app),
    frozen: situation.find(({ code }) => code === 'frozen') ?? null,
    condemned,
    concerns,
    severity: concerns[0]?.severity ?? 'calm',
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
