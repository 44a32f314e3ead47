type Area = 'localStorage' | 'sessionStorage';

/** What the browser keeps under a name; null: nothing, or it forbids storage, and even to name it throws. */
export function readStored(area: Area, name: string): string | null {
  try {
    // There is none where pages are rendered, for which an error is dear.
    return globalThis[area]?.getItem(name) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a text; null: nothing any more. Answers whether it is so: storage may be full or forbidden. */
export function writeStored(area: Area, name: string, text: string | null): boolean {
  try {
    const storage: Storage | undefined = globalThis[area];
    if (text === null) storage?.removeItem(name);
    else storage?.setItem(name, text);
    return storage !== undefined;
  } catch {
    return false;
  }
}

/**
 * Calls `listener` when what local storage keeps under a name changes: here, of which an event of the page tells, or in
 * another tab. Returns the way out.
 */
export function watchStored(name: string, event: string, listener: () => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  const look = ({ key }: StorageEvent) => {
    // Without a key everything was removed.
    if (key === name || key === null) listener();
  };
  addEventListener(event, listener, { signal });
  addEventListener('storage', look, { signal });
  return () => over.abort();
}
