import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request comes from this machine itself, by this machine's own name. A proxy's request
 * (somebody else is behind it) and one by another name (a page elsewhere that makes the browser
 * ask here) do not count.
 */
export function isLocal({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  const peer = socket.remoteAddress ?? '';
  const host = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const passedOn = Object.keys(headers).some((name) =>
    /^(forwarded$|via$|x-forwarded-|x-real-ip$|cf-connecting-ip$|true-client-ip$)/.test(name),
  );
  return (
    !passedOn && loopback.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4') && ownNames.includes(host)
  );
}

/**
 * Whether browsers reach the service on this machine alone. A proxy may well hide that it is one,
 * but a service behind one is reached by another name, and that is set.
 */
export function isLocalOrigin(url: string): boolean {
  return ownNames.includes(new URL(url).hostname);
}
