import { readStored, writeStored } from '@tallystick/shell-kit/storage';

const name = 'tallystick-seen';

/**
 * The number of the newest live event that this tab was shown, by a list or by the feed; 0: none. Kept in the
 * browser alone: a tab that is loaded again has seen it too.
 */
export function seen(): number {
  return Number(readStored('sessionStorage', name)) || 0;
}

/** Notes that the tab shows the ledger as of this event. */
export function noteSeen(sequence: number): void {
  if (sequence > seen()) writeStored('sessionStorage', name, `${sequence}`);
}
