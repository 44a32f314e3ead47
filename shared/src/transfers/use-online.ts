import { useSyncExternalStore } from 'react';

/** Whether this machine has a network at all, as far as the browser knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  );
}

function listen(onChange: () => void): () => void {
  const over = new AbortController();
  for (const type of ['online', 'offline']) {
    addEventListener(type, onChange, { signal: over.signal });
  }
  return () => over.abort();
}
