import { describe, expect, it } from 'vitest';
import { chooseEncoding } from './encoding.ts';

describe('the coding of an answer', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate, br, zstd, dcb, dcz', 'dcz'],
    ['dcz;q=0.1, gzip', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0.1, gzip;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['identity', 'identity'],
    ['identity;q=1, br;q=0.9', 'identity'],
    ['identity;q=0, *;q=0', 'identity'],
    ['br;q=high', 'identity'],
    ['bromine, gzipped', 'identity'],
    [';;,,q=', 'identity'],
  ])('of %j is %s', (header, encoding) => {
    expect(chooseEncoding(header, () => true)).toBe(encoding);
  });

  it('is one that there is', () => {
    expect(chooseEncoding('br, gzip', (encoding) => encoding !== 'br')).toBe('gzip');
    expect(chooseEncoding('br, gzip', (encoding) => encoding === 'identity')).toBe('identity');
  });
});
