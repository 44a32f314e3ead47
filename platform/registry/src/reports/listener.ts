import type { TabReport } from '@tallystick/contract/release-news';
import type { Breach } from '../contract/board.ts';
import type { BuildKey } from '../contract/build-key.ts';
import type { Reporter } from './reporter.ts';

/** A try of a build's file that the policy of a page has refused. */
export type BreachReport = Pick<Breach, 'app' | 'build' | 'directive' | 'blocked'>;

/** Writes what a listener has heard; builds that were never published are left out. */
export type WriteNews = (isPublished: (build: BuildKey) => boolean) => Promise<void>;

/** What hears what browsers say. It is told at once, so it only notes it down. */
export interface Listener {
  /** An open tab speaks of itself; `reporter` is absent for a browser that the site does not know. */
  tab?(report: TabReport, reporter: Reporter | undefined): void;
  breach?(breach: BreachReport): void;
  /** Hands over what came in since the last time; null: nothing. */
  drain(): WriteNews | null;
}
