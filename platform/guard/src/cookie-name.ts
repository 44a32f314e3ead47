/**
 * What a cookie for a whole host is called. Where browsers reach the server by https its name begins with `__Host-`: these
 * they take only from that host itself, over https, for `Path=/`, so neither another host below the same domain nor
 * anybody on the way can set one. By plain http, as on this machine, they take none of these.
 *
 * @param secure whether browsers reach the server by https
 */
export function cookieNameOf(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}
