import { BlockList, isIP } from 'node:net';

/** How many bits of an address say whose it is. */
export interface NetworkBits {
  ipv4: 24 | 32;
  ipv6: 48 | 64;
}
const oneLine: NetworkBits = { ipv4: 32, ipv6: 64 };

/**
 * What counts as one client: an IPv4 address, or the network of an IPv6 address (its first 64 bits,
 * of which one line has all the rest); or the larger networks that `bits` says. IPv4 written as IPv6
 * counts as IPv4, and a port, which some proxies write behind it, for nothing. What is no address is a network
 * of its own kind.
 */
export function networkOf(ip: string, { ipv4, ipv6 }: NetworkBits = oneLine): string {
  const address = plainAddress(ip);
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

/** An address without port, brackets and zone, IPv4 as IPv4; what is none stays as it is. */
function plainAddress(text: string): string {
  if (isIP(text) === 4) return text;
  const [, bracketed, withPort] = /^(?:\[(.+)\]|([\d.]+):\d+)(?::\d+)?$/.exec(text) ?? [];
  const [address = ''] = (bracketed ?? withPort ?? text).split('%', 1);
  if (isIP(address) !== 6 || !/^[0:]*:ffff:/i.test(address)) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : address;
}

/** A network, and of how many clients it may have the shares. */
export interface SharedNetwork {
  network: string;
  shares: number;
}

/** What all clients of one IPv6 network of 56 and of 48 bits may have together, in shares of one client. */
const sharesOf56 = 4;
const sharesOf48 = 16;

/**
 * The networks by which a client (`networkOf`) is counted, itself first. Who has an IPv6 network of 48 bits is 65,536
 * clients, and of 56 bits 256: these have bounds of their own. They are above one share, as many customers of a
 * provider may be in the same one, and a home (56 bits) cannot use up what its neighbours have.
 */
export function sharersOf(client: string): readonly SharedNetwork[] {
  const own = { network: client, shares: 1 };
  const [first, second, third, fourth] = client.split(':');
  if (fourth === undefined) return [own];
  const site = `${first}:${second}:${third}`;
  const home = `${site}:${fourth.padStart(4, '0').slice(0, 2)}`;
  return [
    own,
    { network: `${home}/56`, shares: sharesOf56 },
    { network: `${site}/48`, shares: sharesOf48 },
  ];
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
  return (text) => {
    const address = plainAddress(text);
    return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
}
