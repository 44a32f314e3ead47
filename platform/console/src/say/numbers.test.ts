// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { percent, share, size } from './numbers.ts';

describe('numbers', () => {
  it.each([
    [0, '0 %'],
    [0.0004, '< 0.1 %'],
    [0.034, '3.4 %'],
    [0.1, '10 %'],
    [0.126, '13 %'],
    [1, '100 %'],
  ])('a share of %d is %s', (value, said) => {
    expect(share(value)).toBe(said);
  });

  it.each([
    [1, '1 %'],
    [0.5, '0.5 %'],
    [12.25, '12.25 %'],
  ])('a canary of %d is %s', (value, said) => {
    expect(percent(value)).toBe(said);
  });

  it.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [212_345, '212 kB'],
    [1_250_000, '1.3 MB'],
  ])('%d bytes are %s', (bytes, said) => {
    expect(size(bytes)).toBe(said);
  });
});
