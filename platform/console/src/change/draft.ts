import type { NamedChange } from '@tallystick/registry/contract/change-request';

type WithoutReason<C> = C extends unknown ? Omit<C, 'reason'> : never;
/** A change as somebody is putting it together: all but the reason. */
export type Draft = WithoutReason<Exclude<NamedChange, { kind: 'remove' }>>;

/** Suggestions of a reason, a tap away, the likeliest first. */
export const reasonsFor = {
  promote: ['Planned release', 'Fix', 'Tested as a canary'],
  canary: ['First look at a new build', 'More of the canary', 'Fix'],
  rollback: ['Load failures', 'Errors on the page', 'Wrong numbers', 'Too slow'],
  undo: ['Load failures', 'Errors on the page', 'Wrong numbers', 'Moved too early'],
  lock: ['Under investigation', 'Release in progress', 'Freeze'],
  abort: ['Load failures', 'Errors on the page', 'Wrong numbers', 'Seen enough'],
  unhold: ['It was not the build', 'Mended elsewhere', 'Forged reports'],
  slots: ['Too slow', 'It fails', 'More useful first'],
  configure: ['Try it', 'Tried it', 'Turn it off'],
  complete: ['It works', 'No more failures than before'],
  settings: ['Larger build', 'New API', 'API no longer used'],
  unlock: ['Investigation is over', 'Release is done', 'Freeze is over'],
  freeze: ['Holidays', 'Under investigation', 'Sale'],
  unfreeze: ['It is over', 'A fix has to go out'],
  ramp: ['Looking at a report', 'It was not the build', 'A small change'],
} as const;

/** The share that somebody typed, in percent: more than 0 and less than 100; else null. */
export function typedPercent(text: string): number | null {
  const value = Number(text.trim().replace(/\s*%$/, '').replace(',', '.'));
  return text.trim() !== '' && value > 0 && value < 100 ? value : null;
}
