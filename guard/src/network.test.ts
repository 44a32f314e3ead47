import { expect, it } from 'vitest';
import { networkOf } from './network.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::', '0:0:0:0'],
  ['not an address', 'unknown'],
  ['', 'unknown'],
])('%s is of %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

it.each([
  ['192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.9', '192.0.2'],
  ['2001:db8:12:3456::1', '2001:db8:12'],
  ['2001:0DB8:0012:ffff::', '2001:db8:12'],
  ['::1', '0:0:0'],
  ['1:2::', '1:2:0'],
])('%s is of the larger network %s', (ip, network) => {
  expect(networkOf(ip, { ipv4: 24, ipv6: 48 })).toBe(network);
});
