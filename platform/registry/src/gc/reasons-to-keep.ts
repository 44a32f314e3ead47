import type { Selectable } from 'kysely';
import { buildsIn } from '../channel/stack.ts';
import type { BuildKey } from '../contract/build-key.ts';
import type { Revision } from '../contract/channel.ts';
import type { Needed } from '../part/hooks.ts';
import type { Database } from '../store/schema.ts';

const day = 86_400_000;

/** How many revisions of each channel can be rolled back to, … */
export const windowRevisions = 20;
/** … and for how long each can, if that is more; in milliseconds. */
export const windowLife = 30 * day;
/** How long after it ran in a tab, or was published, a build is kept; in milliseconds. */
const recent = day;

type Why = Needed['why'];

/** A build as it is judged. */
type Candidate = Pick<
  Selectable<Database['build']>,
  'app' | 'build' | 'published_at' | 'last_run_at'
>;

/** Where builds are named that are still needed. */
interface Needs {
  /** For each channel, the revisions that can be gone back to, newest first. */
  channels: readonly (readonly Revision[])[];
  /** Builds that parts need. */
  needed: readonly Needed[];
  /** Builds that a rollback goes to. */
  targets: readonly BuildKey[];
}

/** Why each build is kept, by `app@build`; those that are not in it can go. */
export function reasonsToKeep(
  candidates: readonly Candidate[],
  { channels, needed, targets }: Needs,
  now: number,
): Map<string, Why> {
  const isRecent = (at: Date | null) => at !== null && now - at.getTime() < recent;
  const newest = channels.flatMap((revisions) => revisions.slice(0, 1));
  // Weaker reasons first: a stronger one replaces them.
  const reasons: [Why, readonly BuildKey[]][] = [
    ['newly-published', candidates.filter(({ published_at }) => isRecent(published_at))],
    ['recent-tab', candidates.filter(({ last_run_at }) => isRecent(last_run_at))],
    ...needed.map(({ why, builds }): [Why, readonly BuildKey[]] => [why, builds]),
    ['rollback-window', [...targets, ...channels.flat().flatMap(buildsIn)]],
    [
      'fallback',
      newest.flatMap(({ fallbacks = {} }) => buildsIn({ builds: fallbacks, canaries: {} })),
    ],
    ['canary', newest.flatMap(({ canaries }) => buildsIn({ builds: {}, canaries }))],
    ['live', newest.flatMap(({ builds }) => buildsIn({ builds, canaries: {} }))],
  ];
  return new Map(
    reasons.flatMap(([why, builds]) => builds.map(({ app, build }) => [`${app}@${build}`, why])),
  );
}
