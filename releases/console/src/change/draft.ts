import type { Change } from '@tallystick/registry/contract/channel';

/** A change as somebody is putting it together: all but the reason. */
export type Draft =
  | { kind: 'promote'; builds: Record<string, string> }
  | { kind: 'canary'; builds: Record<string, string>; percent: number }
  | { kind: 'rollback'; apps: string[]; to: Record<string, string>; recall: boolean }
  | { kind: 'undo'; revision: number; recall: boolean }
  | { kind: 'unhold'; apps: string[] };

/** Stands for the reason while a change is only looked at. */
const notYet = 'A look at what would change';

/** The change to send; a reason that is not there yet is stood in for, which is good for a preview. */
export function changeOf(draft: Draft, reason: string): Change {
  return { ...draft, reason: reason.trim().length < shortestReason ? notYet : reason.trim() };
}

const shortestReason = 3;
export const longestReason = 500;

/** Whether the reason may stand in history. */
export function isReason(text: string): boolean {
  const { length } = text.trim();
  return length >= shortestReason && length <= longestReason;
}

/** Suggestions of a reason, a tap away, the likeliest first. */
export const reasonsFor = {
  promote: ['Planned release', 'Fix', 'Tested as a canary'],
  canary: ['First look at a new build', 'More of the canary', 'Fix'],
  rollback: ['Load failures', 'Errors on the page', 'Wrong numbers', 'Too slow'],
  undo: ['Load failures', 'Errors on the page', 'Wrong numbers', 'Moved too early'],
  lock: ['Under investigation', 'Release in progress', 'Freeze'],
  unhold: ['It was not the build', 'Mended elsewhere', 'Forged reports'],
  unlock: ['Investigation is over', 'Release is done', 'Freeze is over'],
} as const;

/** The share that somebody typed, in percent: more than 0 and less than 100; else null. */
export function typedPercent(text: string): number | null {
  const value = Number(text.trim().replace(/\s*%$/, '').replace(',', '.'));
  return text.trim() !== '' && value > 0 && value < 100 ? value : null;
}
