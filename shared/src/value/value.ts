import { useSyncExternalStore } from 'react';

/** A value that changes, and tells who follows it. */
export interface Value<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  /** Calls `listener` after each change; returns the way out. */
  readonly follow: (listener: () => void) => () => void;
}

/** Makes one, for a module that every app of a page shares: who holds it holds the same value. */
export function createValue<T>(initial: T): Value<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    follow: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** The value in a component, in whichever root; re-renders when it changes. */
export function useValue<T>(value: Value<T>): T {
  return useSyncExternalStore(value.follow, value.get);
}
