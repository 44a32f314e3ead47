import type { IncomingMessage } from 'node:http';
import { among } from './network.ts';

const isLoopback = among(['127.0.0.0/8', '::1']);

const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request comes from this machine itself, by this machine's own name. A proxy's request does not
 * count: somebody else may be behind it. A request by another name does not count either: a page elsewhere may
 * have made the browser send it. HTTP/1.0 counts as a proxy's: nginx, as installed, sends it and no header of a proxy.
 */
export function isLocal(
  request: Pick<IncomingMessage, 'socket' | 'headers' | 'httpVersion'>,
): boolean {
  const { socket, headers, httpVersion } = request;
  const passedOn = Object.keys(headers).some((name) =>
    /^(forwarded$|via$|x-forwarded-|x-real-ip$|cf-connecting-ip$|true-client-ip$)/.test(name),
  );
  return (
    !passedOn &&
    httpVersion !== '1.0' &&
    isLoopback(socket.remoteAddress ?? '') &&
    isOwnName(headers.host)
  );
}

/** Whether a `Host` header is a name of this machine itself, at whatever port. */
function isOwnName(host = ''): boolean {
  return ownNames.includes(host.replace(/:\d+$/, '').toLowerCase());
}

/**
 * Whether a page of another origin than these makes the browser ask. Browsers send `Origin` wherever the answer could
 * be read, or the request could change something. For other requests `Sec-Fetch-Site` decides.
 */
export function isForeign(
  { origin, 'sec-fetch-site': site = 'none' }: IncomingMessage['headers'],
  origins: readonly string[],
): boolean {
  return origin === undefined ? site === 'cross-site' : !origins.includes(origin);
}

/**
 * Whether browsers reach the service on this machine alone. A proxy may hide that it is one. But a service behind
 * a proxy is reached by another name, which its settings state.
 */
export function isLocalOrigin(url: string): boolean {
  return ownNames.includes(URL.parse(url)?.hostname ?? '');
}
