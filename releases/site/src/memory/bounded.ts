/** Values by key, of which the ones that were not asked for the longest are let go. */
export interface Bounded<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

/** @param limit of the sum of all weights; @param weigh 1 for each by default */
export function keepBounded<V>(limit: number, weigh: (value: V) => number = () => 1): Bounded<V> {
  const kept = new Map<string, V>();
  let total = 0;

  function drop(key: string): void {
    const value = kept.get(key);
    if (value === undefined) return;
    total -= weigh(value);
    kept.delete(key);
  }

  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      drop(key);
      kept.set(key, value);
      total += weigh(value);
      for (const oldest of kept.keys()) {
        if (total <= limit) break;
        drop(oldest);
      }
    },
    delete: drop,
  };
}
