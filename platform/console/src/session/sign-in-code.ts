/**
 * The code of a sign-in link, which stands in the fragment, and null without one. It is taken from the address
 * at once, so that it is in no history and no bookmark.
 */
export function takeSignInCode(): string | null {
  const { hash, pathname, search } = window.location;
  const code = /^#sign-in=([\w-]{43})$/.exec(hash)?.[1] ?? null;
  if (code !== null) window.history.replaceState(null, '', pathname + search);
  return code;
}
