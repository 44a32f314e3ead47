import type { Board } from '@tallystick/registry/contract/board';

/** A build of the sources that are here now, and whether the registry had it before. */
export interface Published {
  app: string;
  build: string;
  published: boolean;
}

/** What history says of a release that a start has made. */
export const startReason = 'npm start';

export interface ReleasePlan {
  /** The builds to make live, as `app@build`. */
  promote: string[];
  /** One line for each app that keeps another build than that of the sources here, and why. */
  notes: string[];
}

/**
 * Which builds a start makes live: those that are new, and those in the place of what another start
 * made live. So work goes on from where it was. What a person has decided stays: a build that
 * somebody promoted or rolled back to, a canary, a lock. So does what was taken back, and what the
 * registry paused by itself.
 */
export function planRelease(board: Board, builds: readonly Published[]): ReleasePlan {
  const { current, since, locks, condemned } = board;
  const plan: ReleasePlan = { promote: [], notes: [] };
  for (const { app, build, published } of builds) {
    const live = current?.builds[app];
    const name = `${app}@${build}`;
    if (live === build) continue;
    const lock = locks.find((one) => one.app === app);
    const isTakenBack = condemned.some((one) => one.app === app && one.build === build);
    const tried = current?.canaries[app] ?? condemned.find(isSince(app, since[app]?.revision ?? 0));
    const ours = since[app]?.reason === startReason && tried === undefined;
    if (lock !== undefined) {
      plan.notes.push(`${app} is locked (${lock.reason}): ${live ?? 'nothing'} stays live.`);
    } else if (isTakenBack) {
      plan.notes.push(`${name} was taken back (status says why): ${live ?? 'nothing'} stays live.`);
    } else if (current === null || published || ours) {
      plan.promote.push(name);
    } else {
      const what = live === undefined ? 'is not live' : `has ${live} live, by ${since[app]?.by}`;
      plan.notes.push(
        `${app} ${what}: "npm run release -- promote ${name}" for the build of these sources.`,
      );
    }
  }
  return plan;
}

const isSince = (app: string, live: number) => (one: Board['condemned'][number]) =>
  one.app === app && one.revision >= live;
