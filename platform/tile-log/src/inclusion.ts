import { splitOf, type TiledTree } from './tiles.ts';
import { nodeHash } from './tree.ts';

/** Proves that a tree has a leaf, counted from 0, by the hashes beside its way to the root (RFC 6962, 2.1.1). */
export async function proveInclusion(tree: TiledTree, index: number): Promise<Uint8Array[]> {
  async function prove(start: number, end: number): Promise<Uint8Array[]> {
    if (end - start === 1) return [];
    const split = start + splitOf(end - start);
    return index < split
      ? [...(await prove(start, split)), await tree.rootOf(split, end)]
      : [...(await prove(split, end)), await tree.rootOf(start, split)];
  }
  return await prove(0, tree.size);
}

/** The root of the tree of so many leaves in which a proof puts a leaf; null: it is no proof of such a place. */
export function rootByProof(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Uint8Array | null {
  if (!(index >= 0 && index < size)) return null;
  let next = proof.length;
  function root(start: number, end: number): Uint8Array | null {
    if (end - start === 1) return next === 0 ? leaf : null;
    const split = start + splitOf(end - start);
    next -= 1;
    const beside = proof[next];
    if (beside === undefined) return null;
    const own = index < split ? root(start, split) : root(split, end);
    if (own === null) return null;
    return index < split ? nodeHash(own, beside) : nodeHash(beside, own);
  }
  return root(0, size);
}
