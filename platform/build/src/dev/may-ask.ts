import type { IncomingMessage } from 'node:http';

/**
 * Whether a request comes from a page of this proxy, or is somebody opening one. The proxy has the
 * developer's session with the site. Pages of other sites and other servers of `localhost` may not
 * use it, nor may a host name that somebody has pointed at this machine.
 */
export function mayAsk({ headers, method }: IncomingMessage, port: number): boolean {
  const host = `localhost:${port}`;
  if (headers.host !== host) return false;
  const { origin } = headers;
  if (origin !== undefined) return origin === `http://${host}`;
  const from = headers['sec-fetch-site'];
  const isOpened = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  return from === undefined || from === 'same-origin' || from === 'none' || isOpened;
}
