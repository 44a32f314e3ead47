import { BlockList, isIP } from 'node:net';

/** How many bits of an address say whose it is. */
export interface NetworkBits {
  ipv4: 24 | 32;
  ipv6: 48 | 64;
}
const oneLine: NetworkBits = { ipv4: 32, ipv6: 64 };

/**
 * What counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address, since one line has all
 * addresses below them. `bits` asks for larger networks. IPv4 written as IPv6 counts as IPv4. A port, which some
 * proxies add, is ignored. What is no address is `unknown`.
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
 * The networks by which a client (`networkOf`) is counted, itself first. An IPv6 network of 48 bits holds 65,536
 * clients, and one of 56 bits 256, so both have bounds of their own. The bounds are above one share, because many
 * customers of a provider may be in one network. A home has 56 bits, so it cannot use up its neighbours' share.
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
  // Checking an empty list costs as much as a full one.
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
