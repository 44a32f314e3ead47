import type { IncomingMessage } from 'node:http';

/**
 * Whether a request comes from a page of this proxy, or is somebody opening one. The proxy has the developer's
 * session with the site: neither pages of other sites, nor other servers of `localhost`, nor a name that was
 * made to lead here may use it.
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
