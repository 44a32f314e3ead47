import type { Change } from '@tallystick/registry/contract/channel';

/** A change as somebody is putting it together: all but the reason. */
export type Draft =
  | { kind: 'promote'; builds: Record<string, string> }
  | { kind: 'canary'; builds: Record<string, string>; percent: number }
  | { kind: 'rollback'; apps: string[]; to: Record<string, string>; recall: boolean }
  | { kind: 'undo'; revision: number; recall: boolean }
  | { kind: 'unhold'; apps: string[] };

/** The reason of a preview, which is never stored. */
const previewReason = 'A look at what would change';

/** The change to send; without a valid reason it has one that is good for a preview only. */
export function changeOf(draft: Draft, reason: string): Change {
  return {
    ...draft,
    reason: reason.trim().length < minReasonLength ? previewReason : reason.trim(),
  };
}

const minReasonLength = 3;
export const maxReasonLength = 500;

/** Whether the reason may stand in history. */
export function isReason(text: string): boolean {
  const { length } = text.trim();
  return length >= minReasonLength && length <= maxReasonLength;
}

/** Suggestions of a reason, a tap away, the likeliest first. */
export const reasonsFor = {
  promote: ['Planned release', 'Fix', 'Tested as a canary'],
  canary: ['First look at a new build', 'More of the canary', 'Fix'],
  rollback: ['Load failures', 'Errors on the page', 'Wrong numbers', 'Too slow'],
  undo: ['Load failures', 'Errors on the page', 'Wrong numbers', 'Moved too early'],
  lock: ['Under investigation', 'Release in progress', 'Freeze'],
  unhold: ['It was not the build', 'Mended elsewhere', 'Forged reports'],
  settings: ['Larger build', 'New API', 'API no longer used'],
  unlock: ['Investigation is over', 'Release is done', 'Freeze is over'],
} as const;

/** The share that somebody typed, in percent: more than 0 and less than 100; else null. */
export function typedPercent(text: string): number | null {
  const value = Number(text.trim().replace(/\s*%$/, '').replace(',', '.'));
  return text.trim() !== '' && value > 0 && value < 100 ? value : null;
}
