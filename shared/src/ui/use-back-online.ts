import { useLayoutEffect } from 'react';

/** Calls `again` when the machine is back on line. */
export function useBackOnline(again: () => unknown): void {
  // Before it is drawn: whoever sees the notice may be on line again.
  useLayoutEffect(() => {
    const call = () => void again();
    addEventListener('online', call);
    return () => removeEventListener('online', call);
  }, [again]);
}
