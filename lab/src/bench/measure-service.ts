import type { Measured } from '../measures/measures.ts';
import { freshStores } from '../servers/open-ledger.ts';
import { measureImport } from './import-rate.ts';
import { measurePages } from './list-page.ts';
import { measureSignIn } from './sign-in-time.ts';

/** The ledger service on the server of its data folder: an import of the file, pages of lists, and signing in. */
export async function measureService(path: string, folder: string): Promise<Measured> {
  const openFresh = freshStores(folder);
  console.error('Importing, by turns with bare inserts …');
  const { measure, store } = await measureImport(openFresh, path);
  console.error('Asking for pages, by turns with their SQL …');
  const pages = await measurePages(store);
  await store.close();
  console.error('Signing in with known and unknown addresses, by turns …');
  const signInStore = await openFresh();
  const signIn = await measureSignIn(signInStore, folder);
  await signInStore.close();
  return { measures: [measure, ...pages, ...signIn], details: [] };
}
