import type { LoadableBuild } from '@tallystick/shared/contracts/release';
import type { Manifest } from './manifest.ts';

/** A build that may be loaded, and what starts it. */
export interface ExpectedBuild {
  remote: LoadableBuild;
  manifest: Manifest;
  /** Whose files come with the entry. */
  expose: string;
}
