/**
 * What all data of the page comes through. A script that wraps or replaces one of these, as monitoring
 * agents do too, would do so for every remote.
 */
const names = ['fetch', 'EventSource', 'XMLHttpRequest'] as const;

/**
 * Fixes these globals as they are now. A later assignment is ignored, with a warning in the
 * console. An error would end the script that tries it, and with it a remote that does no harm.
 */
export function fixGlobals(page: object = globalThis): void {
  for (const name of names) {
    const value: unknown = Reflect.get(page, name);
    Object.defineProperty(page, name, {
      configurable: false,
      enumerable: true,
      get: () => value,
      set: () => console.warn(`${name} cannot be replaced in this page: all apps use it.`),
    });
  }
}
