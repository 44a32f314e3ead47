import { fullWidth, hashAbove, type ReadTile } from './tiles.ts';

/** Reads the hashes of leaves, one after another: from a number on, before another. */
type ReadLeaves = (from: number, to: number) => Promise<Uint8Array>;

/** Hashes that were made, by where they are. */
interface Memory {
  get(key: string): Uint8Array | undefined;
  set(key: string, hash: Uint8Array): unknown;
}

/** Makes the tiles of a log from its leaves. */
export function tilesFrom(readLeaves: ReadLeaves, memory: Memory): ReadTile {
  const readTile: ReadTile = async ({ level, index, width }) => {
    const from = index * fullWidth;
    if (level === 0) return await readLeaves(from, from + width);
    const hashes: Uint8Array[] = [];
    for (let at = from; at < from + width; at += 1) {
      const key = `${level}/${at}`;
      const below = { level: level - 1, index: at, width: fullWidth };
      const hash = memory.get(key) ?? hashAbove(await readTile(below));
      memory.set(key, hash);
      hashes.push(hash);
    }
    return Buffer.concat(hashes);
  };
  return readTile;
}
