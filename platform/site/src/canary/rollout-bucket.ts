import { createHash } from 'node:crypto';
import type { AttestedRevision } from '@tallystick/registry/attestations';

/** How many rollout buckets there are; a percent is a hundred of them. */
export const bucketCount = 10_000;

/**
 * The rollout bucket of a browser, 0..9999: always the same for the same id, and evenly distributed. A canary goes to
 * the lowest buckets. So a larger share only adds browsers, and the apps of one canary reach the same browsers.
 */
export function rolloutBucketOf(browser: string): number {
  const digest = createHash('sha256').update(`canary ${browser}`).digest();
  return digest.readUIntBE(0, 6) % bucketCount;
}

/** The apps whose canary a bucket gets, in order of their names. */
export function canariesOf(bucket: number, canaries: AttestedRevision['canaries']): string[] {
  return Object.entries(canaries)
    .filter(([, { percent }]) => bucket < percent * (bucketCount / 100))
    .map(([app]) => app)
    .sort();
}
