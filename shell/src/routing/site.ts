import type { Builds } from '../federation/builds.ts';
import type { ReleaseMachine } from '../release/release-machine.ts';

/** What the site's pages work with, whichever release they are of. */
export interface Site {
  readonly builds: Builds;
  readonly release: ReleaseMachine;
  /** Resolves at the first authentication state; no page has content before it. */
  readonly ready: Promise<void>;
}
