import { expect, it } from 'vitest';
import { isConsistent, proveConsistency } from './consistency.ts';
import { testTree } from './log.testing.ts';
import { parseTilePath, tilePath } from './tiles.ts';
import { type Frontier, leafHash, rootOf, withLeaf } from './tree.ts';

const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex');
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `entry ${at}`);
const rootBy = (entries: readonly string[]) =>
  rootOf(
    entries.reduce<Frontier>(
      (frontier, entry, at) => withLeaf(frontier, at, leafHash(Buffer.from(entry))),
      [],
    ),
  );

it.each([
  ['tile/0/000', { level: 0, index: 0, width: 256 }],
  ['tile/1/x001/x234/067', { level: 1, index: 1_234_067, width: 256 }],
  ['tile/0/x001/000.p/7', { level: 0, index: 1_000, width: 7 }],
])('has a tile at %s', (path, tile) => {
  expect(parseTilePath(path)).toEqual(tile);
  expect(tilePath(tile)).toBe(path);
});

it.each([
  ...['tile/0/0', 'tile/0/x000/001', 'tile/0/1000', 'tile/6/000', 'tile/00/000', 'tile/0/000.p/0'],
  ...['tile/0/000.p/256', 'tile/0/000.p/300', 'tile/0/../000', 'tile/-1/000', 'checkpoint', ''],
])('has no tile at %j', (path) => {
  expect(parseTilePath(path)).toBeNull();
});

it('has the roots of the whole and of its parts, each tile read once', async () => {
  const entries = numbered(600);
  const { tree, tiles } = testTree(entries);
  expect(hex(await tree.rootOf(0, 600))).toBe(hex(rootBy(entries)));
  expect(hex(await tree.rootOf(512, 600))).toBe(hex(rootBy(entries.slice(512))));
  expect(tiles.map(tilePath)).toEqual(['tile/1/000.p/2', 'tile/0/002.p/88']);
});

it('proves that each tree began as each one before', async () => {
  const entries = numbered(14);
  const roots = entries.map((_, at) => rootBy(entries.slice(0, at + 1)));
  const stated = (size: number) => ({ size, root: roots[size - 1] ?? new Uint8Array() });
  for (const [now] of entries.entries()) {
    for (const [old] of entries.slice(0, now + 1).entries()) {
      const proof = await proveConsistency(testTree(entries, now + 1).tree, old + 1);
      expect(isConsistent(stated(old + 1), stated(now + 1), proof)).toBe(true);
      const other = { size: old + 1, root: leafHash(Buffer.from('other')) };
      expect(isConsistent(other, stated(now + 1), proof)).toBe(false);
      expect(isConsistent(stated(old + 1), { ...other, size: now + 1 }, proof)).toBe(false);
      expect(isConsistent(stated(old + 1), stated(now + 1), [...proof, other.root])).toBe(false);
    }
  }
  expect(isConsistent(stated(3), stated(2), [])).toBe(false);
  expect(isConsistent(stated(2), stated(3), [])).toBe(false);
});

it('proves it as RFC 6962 says', async () => {
  // The trees of Certificate Transparency's own tests.
  const { tree } = testTree([
    ...['', '\x00', '\x10', '\x20\x21', '\x30\x31', '\x40\x41\x42\x43', 'PQRSTUVW'],
    '`abcdefghijklmno',
  ]);
  expect((await proveConsistency(tree, 6)).map(hex)).toEqual([
    '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ]);
});
