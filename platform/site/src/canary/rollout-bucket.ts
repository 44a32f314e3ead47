import { createHash } from 'node:crypto';
import type { AttestedRevision } from '@tallystick/registry/attestations';

/** How many rollout buckets there are; a percent is a hundred of them. */
export const bucketCount = 10_000;

/**
 * The rollout bucket of a browser, 0..9999: always the same for the same id, and evenly distributed. A share of browsers
 * is the lowest buckets. So a larger share only adds browsers, and the apps of one canary reach the same browsers.
 */
export function rolloutBucketOf(browser: string): number {
  const digest = createHash('sha256').update(`canary ${browser}`).digest();
  return digest.readUIntBE(0, 6) % bucketCount;
}

/** What a bucket gets of a revision: the apps of each, in order of their names. */
export interface BucketChoice {
  /** Apps whose canary it gets. */
  canaries: string[];
  /** Apps of whose settings it has what is set for a share of browsers. */
  shares: string[];
}

export function choiceOf(
  bucket: number,
  { canaries, values = {} }: Pick<AttestedRevision, 'canaries' | 'values'>,
): BucketChoice {
  const isIn = (percent = 0) => bucket < percent * (bucketCount / 100);
  return {
    canaries: Object.keys(canaries)
      .filter((app) => isIn(canaries[app]?.percent))
      .sort(),
    shares: Object.keys(values)
      .filter((app) => isIn(values[app]?.share?.percent))
      .sort(),
  };
}
