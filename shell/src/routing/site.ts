import type { Builds } from '../federation/builds.ts';
import type { Recall } from '../federation/recall.ts';
import type { Running } from '../federation/running.ts';
import type { Ladder } from '../ladder/ladder.ts';
import type { RouterBridge } from './router-bridge.ts';

/** What the site's pages work with, whichever release they are of. */
export interface Site {
  readonly builds: Builds;
  readonly running: Running;
  readonly recall: Recall;
  readonly ladder: Ladder;
  readonly bridge: RouterBridge;
  /** Resolves at the first authentication state; no page has content before it. */
  readonly ready: Promise<void>;
}
