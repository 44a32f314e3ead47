import type { IncomingMessage } from 'node:http';
import type { Log } from './log/log.ts';
import { among } from './network.ts';

/** `::` is how a client's network is said of `::1`. */
const isLoopback = among(['127.0.0.0/8', '::1', '::']);
let isTold = false;

/**
 * Says once in the life of a process that somebody seems to pass requests on whom TRUSTED_PROXIES does not name. Names no
 * address: anybody can send these headers. A server of this machine that asks for a visitor of this machine
 * is no such proxy: whoever it is, the client is the same.
 */
export function tellUntrustedProxy(
  { headers, socket }: IncomingMessage,
  log: Pick<Log, 'warn'>,
): void {
  const given = headers['x-forwarded-for'] ?? headers.forwarded;
  if (isTold || given === undefined) return;
  const addresses = [given].flat().join().split(',');
  if ([socket.remoteAddress ?? '', ...addresses].every((address) => isLoopback(address.trim())))
    return;
  isTold = true;
  log.warn(
    'TRUSTED_PROXIES: a request came with X-Forwarded-For or Forwarded from an address that this setting does not name. ' +
      'If that is your proxy, all visitors behind it are ONE client here: they share its limits, and the 31st who asks for ' +
      'a sign-in code within five minutes is refused. Name the address of the proxy in TRUSTED_PROXIES; ' +
      'it must send X-Forwarded-For. Else somebody made the header up, and nothing is wrong.',
  );
}
