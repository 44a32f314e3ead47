import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Whether a request comes from this machine itself, by this machine's own name. A proxy's request
 * (somebody else is behind it) and one by another name (a page elsewhere that makes the browser
 * ask here) do not count.
 */
export function isLocal({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  const peer = socket.remoteAddress ?? '';
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const forwarded = ['forwarded', 'x-forwarded-for', 'via'].some((name) => name in headers);
  return (
    !forwarded &&
    loopback.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4') &&
    ['localhost', '127.0.0.1', '[::1]'].includes(host)
  );
}
