import { useCallback, useSyncExternalStore } from 'react';

/** Told to everything on this page that shows a choice; other tabs hear the browser's own event. */
const changed = 'tallystick:choice';

/**
 * A choice of one word out of a few, kept in local storage under `name` and in step wherever it is
 * shown, in this tab and in others. What is stored is checked at each read: anything but one of
 * `options` counts as `fallback`. Where storage is forbidden, the choice lasts as long as the page.
 */
export function useStoredChoice<const Option extends string>(
  name: string,
  options: readonly Option[],
  fallback: Option,
): readonly [Option, (choice: Option) => void] {
  const stored = useSyncExternalStore(subscribe, () => read(name));
  const choose = useCallback((choice: Option) => write(name, choice), [name]);
  return [options.find((option) => option === stored) ?? fallback, choose];
}

/** Choices that could not be stored. */
const unstored = new Map<string, string>();

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', listener);
  };
}

function read(name: string): string | null {
  try {
    return unstored.get(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, choice: string): void {
  try {
    localStorage.setItem(name, choice);
    unstored.delete(name);
  } catch {
    unstored.set(name, choice);
  }
  dispatchEvent(new Event(changed));
}
