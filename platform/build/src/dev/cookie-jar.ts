export type CookieJar = ReturnType<typeof createCookieJar>;

interface Cookie {
  value: string;
  path: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/**
 * The site's cookies. They stay here and never reach the browser, where all servers of `localhost`
 * would share them, whatever their port. So `Secure` and `__Host-` cookies work without https too.
 *
 * @param now milliseconds since 1970
 */
export function createCookieJar(now: () => number = Date.now) {
  const cookies = new Map<string, Cookie>();
  return {
    /** Takes `set-cookie` headers of an answer. */
    take(headers: readonly string[]): void {
      for (const header of headers) {
        const [pair = '', ...attributes] = header.split(/;\s*/);
        const [name, value] = halves(pair);
        const given = new Map(attributes.map(halves).map(([key, one]) => [key.toLowerCase(), one]));
        const [age, date] = [given.get('max-age'), given.get('expires')];
        const until = date === undefined ? Number.POSITIVE_INFINITY : Date.parse(date);
        const expires = age === undefined ? until : now() + Number(age) * 1_000;
        cookies.set(name, { value, expires, path: given.get('path') || '/' });
      }
    },
    /** The `cookie` header for a path; undefined: there is none. */
    header(path: string): string | undefined {
      const sent = [...cookies].filter(([, { expires, path: of }]) => {
        const below = of.endsWith('/') ? of : `${of}/`;
        return expires > now() && (path === of || path.startsWith(below));
      });
      if (sent.length === 0) return undefined;
      return sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
    },
  };
}

function halves(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair.trim(), ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}
