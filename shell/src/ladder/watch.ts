import { jittered } from '@tallystick/shared/machine/backoff';
import type { Clock } from '@tallystick/shared/machine/clock';
import type { AppBuild } from '../federation/running.ts';
import type { Site } from '../routing/site.ts';
import { blamed } from './blame.ts';
import type { Ladder } from './ladder.ts';
import { wholePageFailed } from './page-failed.ts';
import { markStarting } from './starting.ts';

/** Milliseconds that a page has to stand until its build is taken to work. */
const standing = 3_000;
/** Milliseconds until a build is tried again whose files did not come: the first time, at most. */
const firstRest = 30_000;
const longestRest = 600_000;

export interface WatchParts {
  site: Pick<Site, 'running' | 'builds' | 'bridge'>;
  ladder: Ladder;
  /** True if the person has something half filled in the page. */
  dirty: () => boolean;
  /** The build whose page stands at this address, be it broken. */
  at: () => AppBuild | null;
  clock: Clock;
  /** From 0 up to 1. */
  random: () => number;
}

/** What the browser tells of a page. */
export interface LadderWatch {
  /** An error that nobody caught. */
  heard(event: Event): void;
  /** The network is back. */
  online(): void;
}

/**
 * Looks after the ladder in an open page: takes errors in events of a build that has just come for its
 * failure, notes what stands, and tries what was missing once more.
 */
export function watchLadder(parts: WatchParts): LadderWatch {
  const { site, ladder, dirty, at, clock, random } = parts;
  const { running, builds } = site;
  let shown: AppBuild | null = null;
  let stands = false;
  let cancel = () => {};
  const stood = new Set<string>();
  const toldOf = new Set<string>();

  const look = () => {
    const [entry] = Object.entries(running.builds());
    const part = entry === undefined ? null : { app: entry[0], build: entry[1] };
    if (part?.app === shown?.app && part?.build === shown?.build) return;
    cancel();
    shown = part;
    stands = false;
    markStarting(part);
    if (part === null) return;
    cancel = clock(standing, () => {
      stands = true;
      stood.add(nameOf(part));
      markStarting(null);
      ladder.stood(part.app, part.build);
    });
  };

  const heard = (event: Event) => {
    // The whole page is gone: `first.js` has put words in its place.
    if (document.getElementById('root')?.childElementCount === 0) {
      return wholePageFailed(event instanceof ErrorEvent ? event.error : null);
    }
    const part = culpritOf(event);
    // What did not begin has been told of by who asked for it.
    if (part === null || builds.loaded({ name: part.app, build: part.build }) === null) return;
    const name = nameOf(part);
    const here = shown?.app === part.app && shown.build === part.build;
    if (here ? stands : stood.has(name)) {
      // Once is enough: an error at each click would be nothing but noise.
      if (!toldOf.has(name)) running.failed(part.app, part.build, 'event');
      toldOf.add(name);
      return;
    }
    if (ladder.failed(part.app, part.build, null, 'boot') && here && !dirty()) site.bridge.again();
  };

  let failures = 0;
  let resting: (() => void) | null = null;
  const rest = () => {
    if (resting !== null || ladder.waiting().length === 0) return;
    const wait = Math.min(firstRest * 2 ** Math.min(failures, 10), longestRest);
    resting = clock(jittered(wait, random()), () => void retry());
  };
  const retry = async () => {
    resting?.();
    resting = null;
    const remotes = ladder.waiting();
    for (const { name } of remotes) ladder.retryDue(name);
    await Promise.all(remotes.map((remote) => builds.load(remote)));
    failures = ladder.waiting().length === 0 ? 0 : failures + 1;
    const stuck = at();
    // Nothing that works is taken away.
    if (stuck !== null && running.builds()[stuck.app] === undefined) {
      if (remotes.some(({ name }) => name === stuck.app) && ladder.works(stuck.app))
        site.bridge.again();
    }
    rest();
  };

  running.onChange(look);
  look();
  ladder.onChange(rest);
  rest();
  return {
    heard,
    online() {
      if (ladder.waiting().length > 0) void retry();
    },
  };
}

function culpritOf(event: Event): AppBuild | null {
  if (event instanceof ErrorEvent) return blamed(event.error, event.filename);
  const reason: unknown = 'reason' in event ? event.reason : null;
  // A request that was called off, because somebody went elsewhere.
  if (reason instanceof Error && reason.name === 'AbortError') return null;
  return blamed(reason);
}

function nameOf({ app, build }: AppBuild): string {
  return `${app}@${build}`;
}
