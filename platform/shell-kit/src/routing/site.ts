import type { Builds } from '../federation/builds.ts';
import type { ReadBuild } from '../federation/read-builds.ts';
import type { Releases } from '../release/releases.ts';
import type { Shell } from '../shell.ts';
import type { PagesAhead } from './pages-ahead.ts';
import type { PagesLeft } from './pages-left.ts';

/** What the site's pages work with, whichever release they are of. */
export interface Site {
  readonly shell: Shell;
  readonly builds: Builds;
  readonly release: Releases;
  /** Resolves at the first authentication state; no page has content before it. */
  readonly ready: Promise<void>;
  /** What a build is made of and declares, by its attestation; of the latter a release may have an outline. */
  readonly readBuild: ReadBuild;
  readonly ahead: PagesAhead;
  readonly left: PagesLeft;
}
