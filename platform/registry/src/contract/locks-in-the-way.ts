import { type Revision, ships } from './channel.ts';
import type { AppLock } from './history.ts';
import { everyApp } from './scalars.ts';

/**
 * The locks that are in the way of a change. In an incident a lock is not in a manager's way, a freeze in nobody's.
 *
 * @param back whether the change brings nothing new
 */
export function locksInTheWay(
  locks: readonly AppLock[],
  { back, byManager }: { back: boolean; byManager: boolean },
): AppLock[] {
  return locks.filter(({ app }) => (app === everyApp ? !back : !(back && byManager)));
}

/** Whether to undo a revision of this kind brings nothing new. To undo what went back is to ship again. */
export const undoGoesBack = (kind: Revision['kind']) => ships(kind) || kind === 'configure';

/** Whether to undo a revision would be refused now, since its apps are locked, or all are. */
export function isUndoShut(
  locks: readonly AppLock[],
  { kind, moves }: Pick<Revision, 'kind' | 'moves'>,
  byManager: boolean,
): boolean {
  return locksInTheWay(locks, { back: undoGoesBack(kind), byManager }).some(
    (lock) =>
      moves.length > 0 && (lock.app === everyApp || moves.some(({ app }) => app === lock.app)),
  );
}
