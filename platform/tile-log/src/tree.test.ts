import { expect, it } from 'vitest';
import { type Frontier, frontierBytes, leafHash, readFrontier, rootOf, withLeaf } from './tree.ts';

// The vectors of Certificate Transparency's own tests: eight entries, and the root after each.
const entries = [
  ...['', '00', '10', '2021', '3031', '40414243', '5051525354555657'],
  '606162636465666768696a6b6c6d6e6f',
];
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex');

it('has the roots that RFC 6962 gives it', () => {
  let frontier: Frontier = [];
  expect(hex(rootOf(frontier))).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
  for (const [size, entry] of entries.entries()) {
    frontier = withLeaf(frontier, size, leafHash(Buffer.from(entry, 'hex')));
    expect(hex(rootOf(frontier))).toBe(roots[size]);
    expect(readFrontier(frontierBytes(frontier), size + 1)?.map(hex)).toEqual(frontier.map(hex));
  }
});

it('takes nothing for a frontier that has not its length', () => {
  expect(readFrontier(new Uint8Array(32), 3)).toBeNull();
  expect(readFrontier(new Uint8Array(63), 3)).toBeNull();
  expect(readFrontier(new Uint8Array(0), 0)).toEqual([]);
});
