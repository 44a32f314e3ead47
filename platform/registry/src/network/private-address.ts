import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';

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
