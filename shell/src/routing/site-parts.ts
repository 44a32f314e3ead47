import type { Builds } from '../federation/builds.ts';
import type { Recall } from '../federation/recall.ts';
import type { Running } from '../federation/running.ts';

/** What the site's routes work with, whichever release they are of. */
export interface SiteParts {
  builds: Builds;
  running: Running;
  recall: Recall;
  /** Resolves at the first authentication state; no page has content before it. */
  ready: Promise<void>;
}
