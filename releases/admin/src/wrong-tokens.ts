import { isIPv6 } from 'node:net';

/** So many wrong tokens at once, then one more each `refill` milliseconds. */
const burst = 20;
const refill = 3_000;
const most = 10_000;

/** Counts wrong tokens by client address; good ones cost nothing. Its memory is bounded. */
export interface WrongTokens {
  /** Seconds until the address may try again; 0: now. */
  wait(address: string): number;
  count(address: string): void;
}

/** @param now milliseconds since 1970 */
export function countWrongTokens(now: () => number = Date.now): WrongTokens {
  /** By network: when all its wrong tokens will be forgotten. The newest stands last. */
  const settledAt = new Map<string, number>();

  return {
    wait(address) {
      const debt = (settledAt.get(networkOf(address)) ?? 0) - now();
      // More than there can be: the clock was set back.
      if (debt > burst * refill) return 0;
      return Math.max(0, Math.ceil((debt - (burst - 1) * refill) / 1_000));
    },
    count(address) {
      const network = networkOf(address);
      const before = Math.min(settledAt.get(network) ?? 0, now() + (burst - 1) * refill);
      const settled = Math.max(before, now()) + refill;
      settledAt.delete(network);
      settledAt.set(network, settled);
      const [oldest] = settledAt.keys();
      if (settledAt.size > most && oldest !== undefined) settledAt.delete(oldest);
    },
  };
}

/** An IPv4 address, or the first 64 bits of an IPv6 address, of which one client has all the rest. */
function networkOf(address: string): string {
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (embedded !== undefined) return embedded;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1).join('').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - groups.length - rest.length }, () => '0');
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
