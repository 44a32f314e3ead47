import type { Board, BuildHealth } from '@tallystick/registry/contract/board';
import type { Revision } from '@tallystick/registry/contract/channel';
import type { Condemned } from '@tallystick/registry/contract/condemned';
import type { AppLock } from '@tallystick/registry/contract/history';

/** A revision that gave a build: when, by whom and why. */
export type Since = Pick<Revision, 'revision' | 'at' | 'by' | 'reason'>;

/** What one part of the browsers gets of an app. */
export interface GivenBuild {
  readonly as: 'canary' | 'live';
  readonly build: string;
  /** Rollout buckets of these browsers, of 10,000, the first and the last one. */
  readonly buckets: readonly [number, number];
  /** Null: it is longer ago than what was read of history. */
  readonly since: Since | null;
  /** What a browser takes in which this build fails; null: there is no build, so a notice stands in its place. */
  readonly afterFailure: string | null;
}

/** What a channel gives of an app, and why. */
export interface GivenOf {
  readonly app: string;
  readonly channel: string;
  readonly revision: number;
  readonly given: readonly GivenBuild[];
  readonly lock: AppLock | null;
  /** Builds of it that nobody ships until a manager resumes them. */
  readonly condemned: readonly Condemned[];
  /** Loads and failures of the last hour, of each of its builds. */
  readonly health: readonly BuildHealth[];
}

const buckets = 10_000;

/**
 * What a channel gives of an app; null: the channel has no such app.
 *
 * @param past revisions that moved the app, newest first
 */
export function givenOf(
  app: string,
  board: Pick<Board, 'current' | 'since' | 'locks' | 'condemned' | 'builds'>,
  past: readonly Revision[],
): GivenOf | null {
  const { current, since, locks, condemned, builds } = board;
  const live = current?.builds[app];
  if (current === null || live === undefined) return null;
  const canary = current.canaries[app];
  const share = canary === undefined ? 0 : Math.ceil(canary.percent * (buckets / 100));
  const of = <One extends { readonly app: string }>(all: readonly One[]) =>
    all.filter((one) => one.app === app);
  return {
    ...{ app, channel: current.channel, revision: current.revision },
    given: [
      ...(canary === undefined
        ? []
        : [
            {
              ...({ as: 'canary', build: canary.build, buckets: [0, share - 1] } as const),
              since: sinceOfCanary(app, canary.build, past),
              afterFailure: live,
            },
          ]),
      {
        ...({ as: 'live', build: live, buckets: [share, buckets - 1] } as const),
        since: since[app] ?? null,
        afterFailure: current.fallbacks?.[app] ?? null,
      },
    ],
    lock: of(locks)[0] ?? null,
    condemned: of(condemned),
    health: of(builds),
  };
}

/** The revision that began a canary or set its share last. */
function sinceOfCanary(app: string, build: string, past: readonly Revision[]): Since | null {
  const began = past.find(({ moves }) =>
    moves.some(
      ({ app: moved, canaryFrom, canaryTo }) =>
        moved === app &&
        canaryTo?.build === build &&
        (canaryFrom?.build !== build || canaryFrom.percent !== canaryTo.percent),
    ),
  );
  if (began === undefined) return null;
  const { revision, at, by, reason } = began;
  return { revision, at, by, reason };
}
