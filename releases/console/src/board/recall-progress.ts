import type { RecallProgress } from '@tallystick/registry/contract/board';

/**
 * Percent of tabs that have left a recalled build, rounded down: 100 only if all have. Null if no
 * open tab ran it.
 */
export function percentLeft({ ran, left }: Pick<RecallProgress, 'ran' | 'left'>): number | null {
  if (ran === 0) return null;
  return left >= ran ? 100 : Math.min(99, Math.floor((left / ran) * 100));
}

/** A recall that some tabs have not followed yet. */
export function isUnderWay({ ran, left }: Pick<RecallProgress, 'ran' | 'left'>): boolean {
  return left < ran;
}
