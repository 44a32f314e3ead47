/** Value of a request's cookie, or null; of two by one name the first, as browsers send the nearest first. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const end = pair.indexOf('=');
    if (end > 0 && pair.slice(0, end).trim() === name) return pair.slice(end + 1).trim();
  }
  return null;
}

/**
 * Likewise; null also if there are two. A script of a page can put one of another path beside ours, which is sent
 * first there, though it cannot change ours, which is for HTTP alone.
 */
export function readOnlyCookie(header: string | undefined, name: string): string | null {
  const pairs = (header ?? '').split(';').filter((pair) => pair.split('=', 1)[0]?.trim() === name);
  return pairs.length === 1 ? readCookie(header, name) : null;
}

/** A `set-cookie` for the whole site that no script can read. `seconds` 0 removes it. */
export function writeCookie(
  name: string,
  value: string,
  { seconds, secure }: { seconds: number; secure: boolean },
): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
