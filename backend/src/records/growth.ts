import { type Frontier, withLeaf } from '@tallystick/tile-log/tree';

/** Where the log of records ends. */
export interface LogEnd {
  size: number;
  frontier: Frontier;
}

/** The hash of a full tile, at its place in the tiles of the next level. */
export interface TileHash {
  level: number;
  place: number;
  hash: Uint8Array;
}

/** How many levels of the tree a tile spans. */
const tileHeight = 8;

/** Adds leaves to a log: where it ends then, and the hashes of the tiles that became full. */
export function grown(
  { size, frontier }: LogEnd,
  leaves: readonly Uint8Array[],
): { end: LogEnd; tiles: TileHash[] } {
  const tiles: TileHash[] = [];
  const end = { size, frontier };
  for (const leaf of leaves) {
    const at = end.size;
    end.frontier = withLeaf(end.frontier, at, leaf, (height, hash) => {
      if (height % tileHeight !== 0) return;
      tiles.push({ level: height / tileHeight, place: Math.floor(at / 2 ** height), hash });
    });
    end.size = at + 1;
  }
  return { end, tiles };
}
