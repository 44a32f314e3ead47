/**
 * Where realm-web keeps its tokens: for this page only. They belong to the public feed, not to a
 * person, and nobody should find them in a browser's storage.
 */
export function createMemoryStorage() {
  const values = new Map<string, string>();
  const below = (prefix: string) => ({
    get: (key: string) => values.get(prefix + key) ?? null,
    set: (key: string, value: string) => {
      values.set(prefix + key, value);
    },
    remove: (key: string) => {
      values.delete(prefix + key);
    },
    prefix: (part: string) => below(`${prefix}${part}:`),
    clear: (part = '') => {
      for (const key of values.keys()) if (key.startsWith(prefix + part)) values.delete(key);
    },
    addListener: () => {},
    removeListener: () => {},
  });
  return below('');
}
