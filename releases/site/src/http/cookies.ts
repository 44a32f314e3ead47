/** Value of a request's cookie, or null; of two by one name the first, as browsers send the nearest first. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const end = pair.indexOf('=');
    if (end > 0 && pair.slice(0, end).trim() === name) return pair.slice(end + 1).trim();
  }
  return null;
}

/** A `set-cookie` for the whole site that no script can read. `seconds` 0 removes it. */
export function writeCookie(
  name: string,
  value: string,
  { seconds, secure }: { seconds: number; secure: boolean },
): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
