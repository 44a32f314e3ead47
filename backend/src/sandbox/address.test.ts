import { describe, expect, it } from 'vitest';
import { foldAddress, normalizeAddress, parseAddress, parseCode } from './address.ts';

describe('address', () => {
  it.each([
    ['ann@example.org', 'ann@example.org'],
    ['  Ann.Smith+x@Example.ORG ', 'Ann.Smith+x@Example.ORG'],
    ['ann@example.org.', 'ann@example.org'],
    ['jörg@bücher.example', 'jörg@bücher.example'],
    ['root@localhost', 'root@localhost'],
  ])('%j gets mail as %s', (text, address) => {
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
    'a%example.org@relay.example',
    'a\uff05example.org@relay.example',
    'relay.example!a@b',
    '"a b"@example.org',
    'a\u00ad@example.org',
    'a\ufe0f@example.org',
    'a\uff20b@example.org',
    'a@example..org',
    'a@example.org..',
    'a@example.org/b',
    'a@example.org?b',
    'a@[192.0.2.1]',
    'a@192.0.2.1',
    'a@0x7f.1',
  ])('%j is none', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it.each([
    ['Ann@Example.ORG', 'ann@example.org', 'ann@example.org'],
    ['ann+1@example.org', 'ann+1@example.org', 'ann@example.org'],
    ['ann+a+b@example.org', 'ann+a+b@example.org', 'ann@example.org'],
    ['+ann@example.org', '+ann@example.org', '+ann@example.org'],
    ['ａｎｎ@example.org', 'ann@example.org', 'ann@example.org'],
    ['ann@BÜCHER.example', 'ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
    ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
    ['A.n.n+x@googlemail.com', 'a.n.n+x@googlemail.com', 'ann@gmail.com'],
    ['ann@gmail.com', 'ann@gmail.com', 'ann@gmail.com'],
    ['a.n.n@example.org', 'a.n.n@example.org', 'a.n.n@example.org'],
  ])('%s is %s to codes and %s to limits', (address, normalized, folded) => {
    expect([normalizeAddress(address), foldAddress(address)]).toEqual([normalized, folded]);
  });
});

describe('code', () => {
  it.each([
    ['123456', '123456'],
    [' 012 345 ', '012345'],
    ['123-456', '123456'],
    ['123–456', '123456'],
    ['１２３４５６', '123456'],
  ])('%j is %s', (text, code) => {
    expect(parseCode(text)).toBe(code);
  });

  it.each(['', '12345', '1234567', '12345a', '١٢٣٤٥٦'])('%j is none', (text) => {
    expect(parseCode(text)).toBeUndefined();
  });
});
