/**
 * The name of a cookie for a whole host. Over https it begins with `__Host-`. Browsers accept such a cookie only from
 * that host itself, over https and for `Path=/`. So neither another host of the same domain nor anybody on the network
 * can set one. Over plain http, as on a machine for development, browsers refuse the prefix.
 *
 * @param secure whether browsers reach the server by https
 */
export function cookieNameOf(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}
