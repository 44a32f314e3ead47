/** Value of a request's cookie, or null. If two have the name, the first counts, since browsers send the longest path first. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const end = pair.indexOf('=');
    if (end > 0 && pair.slice(0, end).trim() === name) return pair.slice(end + 1).trim();
  }
  return null;
}

/**
 * Reads a cookie like `readCookie`, but answers null also if there are two. A script cannot change our cookie, which is
 * for HTTP alone. But it can set a second one with a longer path, which browsers send first there.
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
