import { createHash } from 'node:crypto';
import type { AttestedRevision } from '@tallystick/registry/attestations';

/** How many places there are; a percent is a hundred of them. */
export const places = 10_000;

/**
 * The place of a browser in the queue of all browsers, 0..9999: always the same for the same id,
 * and spread evenly. A canary goes to the places at the front, so raising its share only adds
 * browsers, and apps that are in one canary together reach the same browsers together.
 */
export function placeOf(browser: string): number {
  const digest = createHash('sha256').update(`canary ${browser}`).digest();
  return digest.readUIntBE(0, 6) % places;
}

/** The apps of which a browser at `place` gets the canary's build, in order of their names. */
export function canariesAt(place: number, canaries: AttestedRevision['canaries']): string[] {
  return Object.entries(canaries)
    .filter(([, { percent }]) => place < percent * (places / 100))
    .map(([app]) => app)
    .sort();
}
