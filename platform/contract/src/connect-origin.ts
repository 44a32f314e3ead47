/** Characters of an origin. */
const maxOrigin = 200;
/** Two labels or more, and no number last: so no address of a machine, and no name of a local network. */
const host = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** What a page may call. */
const callable = ['https:', 'wss:'];

/**
 * Why an app may not declare an origin; null: it may. It is an origin as a browser writes it: `https://`, for calls also
 * `wss://`, a host's name, a port unless it is 443. For development also `http://localhost` with a port, which in a
 * visitor's browser is the visitor's own machine.
 *
 * @param schemes absent: those of an API host in `policy.connect`
 */
export function originProblem(
  origin: string,
  schemes: readonly string[] = callable,
): string | null {
  if (origin.length > maxOrigin) return `is longer than ${maxOrigin} characters`;
  if (origin.includes('*')) return 'has a wildcard: each host is declared by itself';
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (url === null || url.origin !== origin) {
    return 'is not an origin, such as https://api.example.org: no path, no capitals, no usual port';
  }
  if (url.protocol === 'http:' && url.hostname === 'localhost' && url.port !== '') return null;
  if (!schemes.includes(url.protocol)) {
    return `does not begin with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
  }
  return host.test(url.hostname) ? null : 'does not name a host of the internet';
}
