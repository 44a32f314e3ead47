import { useSyncExternalStore } from 'react';

/** The width below which the menu is at the bottom; styles say the same. */
const query = '(width < 48rem)';

/**
 * Whether the screen is narrow, so that only the menu that is seen is made. Null while the page is
 * rendered on a server, which does not know: then styles show one of them.
 */
export function useNarrow(): boolean | null {
  return useSyncExternalStore(watch, isNarrow, () => null);
}

function watch(changed: () => void): () => void {
  // Browsers of unit tests have no media queries.
  const media = globalThis.matchMedia?.(query);
  media?.addEventListener('change', changed);
  return () => media?.removeEventListener('change', changed);
}

function isNarrow(): boolean {
  return globalThis.matchMedia?.(query).matches ?? false;
}
