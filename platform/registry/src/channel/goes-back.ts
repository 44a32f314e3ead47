import type { NamedChange } from '../contract/change-request.ts';
import type { Change, Revision } from '../contract/channel.ts';
import { ships } from './stack.ts';

/** Whether a change only keeps a ramp from going on: nothing ships by it. */
export const isPause = (change: Change | NamedChange): boolean =>
  change.kind === 'ramp' && change.order === 'pause';

/** Whether a change takes something back. It waits for no second person, and must be possible on a full disk. */
export const goesBack = (change: Change | NamedChange): boolean =>
  ['rollback', 'abort', 'undo'].includes(change.kind) || isPause(change);

/**
 * Whether it brings nothing new, too: in an incident a lock is not in a manager's way, a freeze in nobody's. To undo
 * what went back is to ship again.
 *
 * @param undone the revision that an `undo` names
 */
export function bringsNothingNew(undone: Revision | null, change: Change): boolean {
  if (change.kind !== 'undo') return goesBack(change);
  return undone !== null && (ships(undone.kind) || undone.kind === 'configure');
}
