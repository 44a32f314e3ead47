import type { Running } from '../federation/running.ts';
import type { Ladder } from './ladder.ts';

/** Milliseconds to wait for the ladder itself, before the notice stands without it. */
const patience = 10_000;

/**
 * The way to the ladder, whose code comes after the page's first content, or at the first failure if
 * that is earlier. Until then each remote has its released build.
 */
export interface LadderDoor {
  /** The build of each remote that the site has; one that is not named has the released one. */
  builds(): Readonly<Record<string, string>>;
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

  const ready = () => Promise.race([open().then(nothing, nothing), late()]);

  return {
    open,
    ready,
    opened: () => ladder,
    builds: () => ladder?.builds() ?? {},
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

function late(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, patience);
  });
}
