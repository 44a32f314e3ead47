import { isIP } from 'node:net';

/** An IPv6 customer has a network of this many bits at least. */
export const ipv6Subnet = 64;

/** How many bits of an address say whose it is. */
export interface NetworkBits {
  ipv4: 24 | 32;
  ipv6: 48 | 64;
}
const oneLine: NetworkBits = { ipv4: 32, ipv6: ipv6Subnet };

/**
 * What counts as one client: an IPv4 address, or the network of an IPv6 address (its first 64 bits,
 * of which one line has all the rest); or the larger networks that `bits` says. IPv4 written as IPv6
 * counts as IPv4. What is no address is a network of its own kind.
 */
export function networkOf(ip: string, { ipv4, ipv6 }: NetworkBits = oneLine): string {
  const [address = ''] = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1);
  if (isIP(address) === 4)
    return address
      .split('.')
      .slice(0, ipv4 / 8)
      .join('.');
  return isIP(address) === 6
    ? groupsOf(address)
        .slice(0, ipv6 / 16)
        .join(':')
    : 'unknown';
}

/** An address of a client's network, as X-Forwarded-For has it; undefined: it is of none. */
export function addressIn(network: string): string | undefined {
  if (network === 'unknown') return undefined;
  return network.includes(':') ? `${network}::` : network;
}

/** All eight groups of an IPv6 address, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  const [before = '', after] =
    URL.parse(`http://[${address}]`)?.hostname.slice(1, -1).split('::') ?? [];
  const first = before === '' ? [] : before.split(':');
  const last = after === undefined || after === '' ? [] : after.split(':');
  const missing = after === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array.from({ length: missing }, () => '0'), ...last];
}
