import type { IncomingMessage } from 'node:http';
import { among } from './network.ts';

const isLoopback = among(['127.0.0.0/8', '::1']);

const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request comes from this machine itself, by this machine's own name. A proxy's request
 * (somebody else is behind it) and one by another name (a page elsewhere that makes the browser
 * ask here) do not count. A proxy may hide that it is one: nginx, as it comes, says HTTP/1.0.
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
 * Whether a page of another origin than these makes its browser ask: by `Origin`, which browsers send
 * wherever an answer could be read or do something, or by what they say of the rest.
 */
export function isForeign(
  { origin, 'sec-fetch-site': site = 'none' }: IncomingMessage['headers'],
  origins: readonly string[],
): boolean {
  return origin === undefined ? site === 'cross-site' : !origins.includes(origin);
}

/**
 * Whether browsers reach the service on this machine alone. A proxy may well hide that it is one,
 * but a service behind one is reached by another name, and that is set.
 */
export function isLocalOrigin(url: string): boolean {
  return ownNames.includes(URL.parse(url)?.hostname ?? '');
}
