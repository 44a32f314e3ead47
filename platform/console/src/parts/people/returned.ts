import { peopleRoutes } from '@tallystick/registry/parts/people/contract/routes';
import type { Answer, Trouble } from '../../admin/answer.ts';
import { call } from '../../admin/call.ts';
import { words } from './words.ts';

/** Where this tab keeps the state of the sign-in that it has begun. */
const key = 'tallystick-sign-in';

/** Begins a sign-in, and leaves for the provider's page; answers only if that fails. */
export async function leaveForProvider(): Promise<Trouble | null> {
  const { origin } = window.location;
  const begun = await call(peopleRoutes.beginSignIn, { body: { origin } });
  if (!begun.ok) return begun;
  window.sessionStorage.setItem(key, begun.value.state);
  window.location.assign(begun.value.url);
  return null;
}

/**
 * Ends the sign-in with which the provider has sent the browser back to `/signed-in`: the code of a sign-in link. Null:
 * the page was opened otherwise. It is taken from the address at once, so that it is in no history and no bookmark.
 */
export async function returnedFromProvider(): Promise<Answer<string> | null> {
  const { origin, pathname, search } = window.location;
  if (pathname !== '/signed-in') return null;
  window.history.replaceState(null, '', '/');
  const begun = window.sessionStorage.getItem(key);
  window.sessionStorage.removeItem(key);
  // Without this, anybody could send a link that signs its reader in as somebody else.
  if (begun === null || new URLSearchParams(search).get('state') !== begun) {
    return { ok: false, code: 'unauthorized', problem: words.foreign };
  }
  const done = await call(peopleRoutes.finishSignIn, { body: { origin, query: search } });
  return done.ok ? { ok: true, value: done.value.secret } : done;
}
