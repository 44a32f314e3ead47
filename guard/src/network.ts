import { BlockList, isIP } from 'node:net';

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

/** All eight groups of an IPv6 address, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  const [before = '', after] =
    URL.parse(`http://[${address}]`)?.hostname.slice(1, -1).split('::') ?? [];
  const first = before === '' ? [] : before.split(':');
  const last = after === undefined || after === '' ? [] : after.split(':');
  const missing = after === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array.from({ length: missing }, () => '0'), ...last];
}

/** Whether an address is one of these, or of one of these networks. */
export function among(networks: readonly string[]): (address: string) => boolean {
  // A look into an empty list costs as much as one into a full one.
  if (networks.length === 0) return () => false;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
