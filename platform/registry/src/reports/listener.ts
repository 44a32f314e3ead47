import type { PageError } from '@tallystick/contract/page-error';
import type { TabReport } from '@tallystick/contract/release-news';
import type { Breach } from '../contract/board.ts';
import type { BuildKey } from '../contract/build-key.ts';
import type { Reporter } from './reporter.ts';

/** Something that a build's file tried and the page's policy refused. */
export type BreachReport = Pick<Breach, 'app' | 'build' | 'directive' | 'blocked'>;

/** A page in which code of a build begins to run. */
export interface PageBeginning extends BuildKey {
  /** Names the page. */
  page: string;
  channel: string;
}

/** Writes what a listener has heard; builds that were never published are left out. */
export type WriteReports = (isPublished: (build: BuildKey) => boolean) => Promise<void>;

/** Collects reports from browsers. It is called within a request, so it only takes notes. */
export interface Listener {
  /** An open tab speaks of itself; `reporter` is absent for a browser that the site does not know. */
  tab?(report: TabReport, reporter: Reporter | undefined): void;
  breach?(breach: BreachReport): void;
  /** A build begins in a page. */
  pageBegan?(beginning: PageBeginning, reporter: Reporter): void;
  /** That page still runs, or has ended well. */
  pageRuns?(page: string): void;
  /** The site server itself met an error of a build. Resolves to where that is in its source; null: it is not known. */
  siteError?(error: PageError): Promise<string | null>;
  /** Returns the write for what came in since the last call; null: nothing came. */
  drain(): WriteReports | null;
}
