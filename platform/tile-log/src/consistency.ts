import { splitOf, type TiledTree } from './tiles.ts';
import { nodeHash } from './tree.ts';

/** A tree as a checkpoint states it. */
export interface Stated {
  size: number;
  root: Uint8Array;
}

/** Proves that a tree began as one of its first `size` leaves (RFC 6962, section 2.1.2). */
export async function proveConsistency(tree: TiledTree, size: number): Promise<Uint8Array[]> {
  async function prove(
    old: number,
    start: number,
    end: number,
    isKnown: boolean,
  ): Promise<Uint8Array[]> {
    const count = end - start;
    if (old === count) return isKnown ? [] : [await tree.rootOf(start, end)];
    const split = splitOf(count);
    return old <= split
      ? [
          ...(await prove(old, start, start + split, isKnown)),
          await tree.rootOf(start + split, end),
        ]
      : [
          ...(await prove(old - split, start + split, end, false)),
          await tree.rootOf(start, start + split),
        ];
  }
  return size === 0 ? [] : await prove(size, 0, tree.size, true);
}

/** Whether a proof shows that the longer tree began as the shorter one. */
export function isConsistent(old: Stated, now: Stated, proof: readonly Uint8Array[]): boolean {
  if (old.size > now.size) return false;
  if (old.size === 0) return proof.length === 0;
  let next = 0;
  const take = () => {
    next += 1;
    return proof[next - 1] ?? new Uint8Array();
  };
  /** The roots of the part that both have, and of the whole. */
  function roots(size: number, count: number, isKnown: boolean): [Uint8Array, Uint8Array] {
    if (size === count) {
      const root = isKnown ? old.root : take();
      return [root, root];
    }
    const split = splitOf(count);
    if (size <= split) {
      const [shorter, longer] = roots(size, split, isKnown);
      return [shorter, nodeHash(longer, take())];
    }
    const [shorter, longer] = roots(size - split, count - split, false);
    const left = take();
    return [nodeHash(left, shorter), nodeHash(left, longer)];
  }
  const [shorter, longer] = roots(old.size, now.size, true);
  return next === proof.length && isSame(shorter, old.root) && isSame(longer, now.root);
}

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;
