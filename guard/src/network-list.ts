import { BlockList, isIP } from 'node:net';

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
