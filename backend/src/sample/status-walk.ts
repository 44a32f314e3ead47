import type { Random } from './random.ts';

/**
 * Where a transfer of each status may go next in the sample; a step named twice is twice as likely.
 * The product leaves its allowed transitions open: this is a plausible reading, not a rule.
 * 7 (declined) and 8 (revoked) are ends.
 */
const steps: readonly (readonly number[])[] = [
  [1, 1, 1, 2, 2, 3, 3, 7],
  [6, 6, 6, 6, 6, 9, 9, 4, 4, 7],
  [1, 1, 3],
  [1, 1, 5],
  [1, 1, 6, 7],
  [1, 1, 6, 7],
  [8],
  [],
  [],
  [6, 6, 6, 8],
];

/** Statuses that wait for their next step. A closed transfer (6) is rarely revoked, so it is not one. */
export const openStatuses = [0, 1, 2, 3, 4, 5, 9] as const;

/** Whether `next` is a status after `stat`. */
export const mayFollow = (stat: number, next: number): boolean =>
  steps[stat]?.includes(next) === true;

/** The status after `stat`; undefined if that was an end. */
export function nextStatus(stat: number, random: Random): number | undefined {
  const [first, ...others] = steps[stat] ?? [];
  return first === undefined ? undefined : random.pick([first, ...others]);
}
