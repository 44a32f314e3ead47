import { buildsIn } from '../channel/stack.ts';
import type { Revision } from '../contract/channel.ts';
import type { Collection } from '../contract/history.ts';

const day = 86_400_000;

/** How many revisions of each channel can be rolled back to, … */
export const windowRevisions = 20;
/** … and for how long each can, if that is more; in milliseconds. */
export const windowLife = 30 * day;
/** How long after it ran in a tab, or was published, a build is kept; in milliseconds. */
const recent = day;

export type Why = Collection['kept'][number]['why'];

/** A build as it is judged. Times in milliseconds since 1970. */
export interface Candidate {
  app: string;
  build: string;
  publishedAt: number;
  lastRunAt: number | null;
}

/**
 * Why each build is kept, by `app@build`; those that are not in it can go. `channels`: of each channel
 * the revisions that can be gone back to, newest first.
 */
export function reasonsToKeep(
  candidates: readonly Candidate[],
  channels: readonly (readonly Revision[])[],
  now: number,
): Map<string, Why> {
  const reasons = new Map<string, Why>();
  // The weaker reasons first: the stronger ones take their place.
  for (const { app, build, publishedAt, lastRunAt } of candidates) {
    if (now - publishedAt < recent) reasons.set(`${app}@${build}`, 'newly-published');
    if (lastRunAt !== null && now - lastRunAt < recent) {
      reasons.set(`${app}@${build}`, 'recent-tab');
    }
  }
  for (const revisions of channels) {
    for (const [app, build] of revisions.flatMap(buildsIn)) keepFor('rollback-window', app, build);
  }
  for (const [newest] of channels) {
    for (const [app, build] of Object.entries(newest?.fallbacks ?? {})) {
      keepFor('fallback', app, build);
    }
  }
  for (const [newest] of channels) {
    for (const [app, { build }] of Object.entries(newest?.canaries ?? {})) {
      keepFor('canary', app, build);
    }
  }
  for (const [newest] of channels) {
    for (const [app, build] of Object.entries(newest?.builds ?? {})) keepFor('live', app, build);
  }
  return reasons;

  function keepFor(why: Why, app: string, build: string): void {
    reasons.set(`${app}@${build}`, why);
  }
}
