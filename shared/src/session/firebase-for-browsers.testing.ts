/**
 * The browser's build of firebase/auth, for `vi.mock`: Node would take the one for servers, which
 * keeps nothing in local storage.
 */
export async function firebaseForBrowsers() {
  const { createRequire } = await import('node:module');
  const { pathToFileURL } = await import('node:url');
  const firebase = createRequire(import.meta.url).resolve('firebase/auth');
  const forServers = createRequire(firebase).resolve('@firebase/auth');
  return import(new URL('../esm/index.js', pathToFileURL(forServers)).href);
}
