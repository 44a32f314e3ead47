import { describe, expect, it } from 'vitest';
import { parseAddress, parseCode } from './address.ts';

describe('address', () => {
  it.each([
    ['ann@example.org', 'ann@example.org'],
    ['  Ann.Smith+x@Example.ORG ', 'ann.smith+x@example.org'],
    ['jörg@bücher.example', 'jörg@bücher.example'],
    ['root@localhost', 'root@localhost'],
  ])('%j is %s', (text, address) => {
    expect(parseAddress(text)).toBe(address);
  });

  it.each([
    '',
    'ann',
    '@',
    'ann@',
    '@example.org',
    'a@b@c',
    'a@b,c@d',
    'a@b;c@d',
    'Ann <a@b>',
    'a b@c',
    'a@b\r\nBcc: c@d',
    'a\0@b',
    `a\u202e@b`,
    `${'a'.repeat(250)}@b.org`,
  ])('%j is none', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });
});

describe('code', () => {
  it.each([
    ['123456', '123456'],
    [' 012 345 ', '012345'],
    ['123-456', '123456'],
    ['123–456', '123456'],
    ['123456', '123456'],
  ])('%j is %s', (text, code) => {
    expect(parseCode(text)).toBe(code);
  });

  it.each(['', '12345', '1234567', '12345a', '١٢٣٤٥٦'])('%j is none', (text) => {
    expect(parseCode(text)).toBeUndefined();
  });
});
