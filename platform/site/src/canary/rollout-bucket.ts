import { createHash } from 'node:crypto';
import type { AttestedRevision } from '@tallystick/registry/attestations';

/** How many rollout buckets there are; a percent is a hundred of them. */
export const bucketCount = 10_000;

/**
 * The rollout bucket of a browser, 0..9999: always the same for the same id, and evenly distributed.
 * A canary goes to the lowest buckets, so raising its share only adds browsers, and apps that are in
 * one canary together reach the same browsers together.
 */
export function rolloutBucketOf(browser: string): number {
  const digest = createHash('sha256').update(`canary ${browser}`).digest();
  return digest.readUIntBE(0, 6) % bucketCount;
}

/** The apps of which a bucket gets the canary's build, in order of their names. */
export function canariesOf(bucket: number, canaries: AttestedRevision['canaries']): string[] {
  return Object.entries(canaries)
    .filter(([, { percent }]) => bucket < percent * (bucketCount / 100))
    .map(([app]) => app)
    .sort();
}
