import { hashSize, nodeHash } from './tree.ts';

/** How many hashes a full tile has. */
export const fullWidth = 256;
/** How many levels of the tree one level of tiles spans. */
const height = 8;

/** A tile of a log (C2SP tlog-tiles): `width` hashes of one level, 256 if it is full. */
export interface Tile {
  level: number;
  index: number;
  width: number;
}

/** Reads the hashes of a tile, one after another. Rejects if there is no such tile. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>;

/** Where a tile is, below the address of its log. */
export function tilePath({ level, index, width }: Tile): string {
  const text = String(index);
  const groups = text.padStart(3 * Math.ceil(text.length / 3), '0').match(/\d{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width === fullWidth ? '' : `.p/${width}`}`;
}

/** The tile at a path; null: the path is none of a tile. */
export function parseTilePath(path: string): Tile | null {
  const found = /^tile\/([0-5])\/((?:x\d{3}\/){0,3}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (found === null) return null;
  const [, level, groups = '', width = fullWidth] = found;
  const index = Number(groups.replaceAll(/\D/g, ''));
  const tile = { level: Number(level), index, width: Number(width) };
  return tile.width <= fullWidth && tilePath(tile) === path ? tile : null;
}

/** The one hash, of the next level, of a tile that is full. */
export function hashAbove(tile: Uint8Array): Uint8Array {
  return wholeRoot(hashesIn(tile));
}

export type TiledTree = ReturnType<typeof openTiledTree>;

/** Reads subtrees of a log of this size from its tiles, each tile once. */
export function openTiledTree(size: number, readTile: ReadTile) {
  const known = new Map<string, Promise<Uint8Array[]>>();

  function hashesOf(tile: Tile): Promise<Uint8Array[]> {
    const path = tilePath(tile);
    const read = known.get(path) ?? readTile(tile).then(hashesIn);
    known.set(path, read);
    return read;
  }

  /** @param count a power of two; `start` is a multiple of it */
  async function wholeSubtree(start: number, count: number): Promise<Uint8Array> {
    const level = Math.floor(Math.log2(count) / height);
    const each = fullWidth ** level;
    const first = start / each;
    const index = Math.floor(first / fullWidth);
    const width = Math.min(fullWidth, Math.floor(size / each) - index * fullWidth);
    const from = first % fullWidth;
    const hashes = (await hashesOf({ level, index, width })).slice(from, from + count / each);
    if (hashes.length < count / each) throw new Error('A tile is shorter than it says.');
    return wholeRoot(hashes);
  }

  /** The root of the leaves from `start` on, before `end`. */
  async function rootOf(start: number, end: number): Promise<Uint8Array> {
    const split = splitOf(end - start);
    if (split * 2 === end - start || end - start === 1) return wholeSubtree(start, end - start);
    return nodeHash(await rootOf(start, start + split), await rootOf(start + split, end));
  }

  return { size, rootOf };
}

/** The largest power of two that is less than a number of leaves, where RFC 6962 divides a tree. */
export function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

function wholeRoot(hashes: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array()] = hashes;
  if (hashes.length <= 1) return first;
  const half = hashes.length / 2;
  return nodeHash(wholeRoot(hashes.slice(0, half)), wholeRoot(hashes.slice(half)));
}

function hashesIn(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / hashSize }, (_, at) =>
    bytes.subarray(at * hashSize, (at + 1) * hashSize),
  );
}
