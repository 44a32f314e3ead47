import { isIP } from 'node:net';

/**
 * The network of an address: of IPv4 its first three numbers (/24), of IPv6 its first 48 bits, which
 * is what one customer of a provider may have. What is no address is a network of its own kind.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1);
  if (isIP(plain) === 4) return plain.split('.').slice(0, 3).join('.');
  return isIP(plain) === 6 ? groupsOf(plain).slice(0, 3).join(':') : 'unknown';
}

/** All eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [before = '', after] =
    URL.parse(`http://[${address}]`)?.hostname.slice(1, -1).split('::') ?? [];
  const first = before === '' ? [] : before.split(':');
  const last = after === undefined || after === '' ? [] : after.split(':');
  const missing = after === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array.from({ length: missing }, () => '0'), ...last];
}
