import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import { useBlocker, useLocation } from 'react-router-dom';
import type { Blockers } from './blockers.ts';

/**
 * Lets parts of the page hold back whoever leaves it. Without such a part the router has no blocker. With one it warns of
 * each way Back to an entry that it has not made, such as a `#` of the address.
 */
export function HoldBack({ blockers }: { blockers: Blockers }): ReactNode {
  const isAsked = useSyncExternalStore(blockers.subscribe, blockers.hasParts, () => false);
  return isAsked ? <OneBlocker blockers={blockers} /> : null;
}

function OneBlocker({ blockers }: { blockers: Blockers }): null {
  const location = useLocation();
  const blocker = useBlocker(blockers.ask);
  useLayoutEffect(() => blockers.follow(location, blocker), [blockers, location, blocker]);
  useLayoutEffect(() => blockers.unfollow, [blockers]);
  return null;
}
