import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';

/** Hosts that are asked without https: what is said to them does not leave the machine. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  privateNetworks.addSubnet(network, prefix, familyOf(network));
}

function familyOf(address: string) {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** What is wrong with the address of an issuer, or null. It is compared letter by letter with a token's `iss`. */
export function issuerProblem(issuer: string): string | null {
  const url = URL.parse(issuer);
  if (url === null) return 'is not an address such as https://gitlab.example';
  const { protocol, hostname, username, password, search, hash } = url;
  const isHere = protocol === 'http:' && thisMachine.includes(hostname);
  if (protocol !== 'https:' && !isHere) return 'must begin with https://';
  const more = `${username}${password}${search}${hash}`;
  return more === '' ? null : 'may hold no name, password, query or fragment';
}

/**
 * A sentence for the manager who names an address inside a network, or null.
 *
 * @param does what the registry does there, such as `fetches its keys`
 */
export async function privateAddressNote(url: string, does: string): Promise<string | null> {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const found = await lookup(host, { all: true }).catch(() => []);
  const inside = found.find(({ address }) => privateNetworks.check(address, familyOf(address)));
  return inside === undefined
    ? null
    : `${host} is ${inside.address}, a private address: the registry ${does} inside your network.`;
}
