import type { RemoteRelease } from '@tallystick/shared/contracts/release';
import { within } from '../federation/load-failure.ts';
import type { Running } from '../federation/running.ts';
import type { RemoteInUse } from '../routing/release-routes.ts';
import type { Ladder } from './ladder.ts';

/** Milliseconds to wait for the ladder itself, before the notice stands without it. */
const patience = 10_000;

/**
 * The way to the ladder, whose code comes after the page's first content, or at the first failure if
 * that is earlier. Until then each remote has its released build.
 */
export interface LadderDoor {
  /** The remotes of a release, each by the build of it that works here. */
  inUse(remotes: readonly RemoteRelease[]): readonly RemoteInUse[];
  loaded(app: string, build: string, took: number): void;
  /**
   * A build failed with this error, as it loaded or in a page of it. Resolves to whether another
   * build takes its place; never rejects.
   */
  failed(app: string, build: string, error: unknown, at: 'load' | 'page'): Promise<boolean>;
  /** The ladder itself; rejects if its code does not come. */
  open(): Promise<Ladder>;
  /** Resolves when it is there, or when it is not worth waiting for any more. */
  ready(): Promise<void>;
  /** The same, if it is there. */
  opened(): Ladder | null;
}

export function createLadderDoor(
  running: Pick<Running, 'loaded'>,
  load: () => Promise<Ladder>,
): LadderDoor {
  let ladder: Ladder | null = null;
  let opening: Promise<Ladder> | null = null;
  const missed: Parameters<LadderDoor['failed']>[] = [];

  const open = () => {
    opening ??= load().then(
      (made) => {
        ladder = made;
        for (const failure of missed) made.failed(...failure);
        return made;
      },
      (error) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  };

  const ready = () => within(patience, 'The ladder', open()).then(nothing, nothing);

  return {
    open,
    ready,
    opened: () => ladder,
    inUse: (remotes) => ladder?.inUse(remotes) ?? remotes,
    loaded(app, build, took) {
      running.loaded(app, build, took);
      ladder?.loaded(app, build);
    },
    async failed(...failure) {
      if (ladder === null) await ready();
      if (ladder !== null) return ladder.failed(...failure);
      missed.push(failure);
      return false;
    },
  };
}

function nothing(): void {}
