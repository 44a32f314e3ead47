import type { RouteObject } from '@tallystick/shared/router';
import type { Builds } from '../federation/builds.ts';
import type { Recall } from '../federation/recall.ts';
import type { Running } from '../federation/running.ts';
import type { LadderDoor } from '../ladder/door.ts';

/** What the site's routes work with, whichever release they are of. */
export interface SiteParts {
  builds: Builds;
  running: Running;
  recall: Recall;
  ladder: LadderDoor;
  /** Resolves at the first authentication state; no page has content before it. */
  ready: Promise<void>;
  /** The remotes' routes made so far, by id: a build's page is the same one in each release. */
  pages: Map<string, RouteObject>;
  /** How often somebody tried a page again. */
  attempt: number;
  /** Makes the page anew where it stands, with what is released now and works here. */
  renew: () => void;
}
