import { expect, it } from 'vitest';
import { among, networkOf, sharersOf } from './network.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::', '0:0:0:0'],
  ['192.0.2.7:5678', '192.0.2.7'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2'],
  ['::ffff:c0a8:0101', '192.168.1.1'],
  ['::FFFF:C0A8:101', '192.168.1.1'],
  ['0:0:0:0:0:ffff:192.168.1.1', '192.168.1.1'],
  ['[::ffff:c0a8:0101]:443', '192.168.1.1'],
  ['[fe80::1%eth0]:443', 'fe80:0:0:0'],
  ['192.0.2.7:port', 'unknown'],
  ['[192.0.2.7', 'unknown'],
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

it.each([
  ['10.1.2.3', true],
  ['10.1.2.3:4567', true],
  ['::ffff:10.1.2.3', true],
  ['::ffff:0a01:0203', true],
  ['[fd00::7]:443', true],
  ['[fd01::7]:443', false],
  ['11.1.2.3', false],
  ['no address', false],
])('%s is one of ours: %s', (address, expected) => {
  expect(among(['10.0.0.0/8', 'fd00::/16'])(address)).toBe(expected);
});

it('tells the larger networks that a client is in', () => {
  const networks = (ip: string) => sharersOf(networkOf(ip)).map(({ network }) => network);
  expect(networks('192.0.2.7')).toEqual(['192.0.2.7']);
  expect(networks('no address')).toEqual(['unknown']);
  expect(networks('2001:db8:1:2::1')).toEqual([
    '2001:db8:1:2',
    '2001:db8:1:00/56',
    '2001:db8:1/48',
  ]);
  expect(networks('2001:db8:1:ab02::1')[1]).toBe('2001:db8:1:ab/56');
  expect(networks('2001:db8:1:a02::1')[1]).toBe('2001:db8:1:0a/56');
});
