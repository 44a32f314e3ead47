import type { TabReport } from '@tallystick/contract/release-news';
import type { Breach } from '../contract/board.ts';
import type { BuildKey } from '../contract/build-key.ts';
import type { Reporter } from './reporter.ts';

/** Something that a build's file tried and the page's policy refused. */
export type BreachReport = Pick<Breach, 'app' | 'build' | 'directive' | 'blocked'>;

/** Writes what a listener has heard; builds that were never published are left out. */
export type WriteReports = (isPublished: (build: BuildKey) => boolean) => Promise<void>;

/** Collects reports from browsers. It is called within a request, so it only takes notes. */
export interface Listener {
  /** An open tab speaks of itself; `reporter` is absent for a browser that the site does not know. */
  tab?(report: TabReport, reporter: Reporter | undefined): void;
  breach?(breach: BreachReport): void;
  /** Returns the write for what came in since the last call; null: nothing came. */
  drain(): WriteReports | null;
}
