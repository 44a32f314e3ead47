import { expect, it } from 'vitest';
import { ago, counted, minute, size } from './figures.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [999_940, '999.9 KB'],
  [999_950, '1.0 MB'],
  [14_240, '14.2 KB'],
  [1_300_000, '1.3 MB'],
])('says %d bytes as %s', (bytes, said) => {
  expect(size(bytes)).toBe(said);
});

it('counts one and many', () => {
  expect(counted(1, 'file')).toBe('1 file');
  expect(counted(1_200, 'entry', 'entries')).toBe('1,200 entries');
});

it.each([
  ['2026-11-21T03:04:55Z', '5 s ago'],
  ['2026-11-21T03:05:10Z', '0 s ago'],
  ['2026-11-21T02:59:00Z', '6 min ago'],
  ['2026-11-21T00:04:00Z', '3 h ago'],
  ['2026-11-01T00:04:00Z', '2026-11-01'],
])('says of %s that it was %s', (at, said) => {
  expect(ago(at, Date.parse('2026-11-21T03:05:00Z'))).toBe(said);
});

it('says a moment to the minute', () => {
  expect(minute('2026-11-21T03:04:55.123Z')).toBe('2026-11-21 03:04');
});
