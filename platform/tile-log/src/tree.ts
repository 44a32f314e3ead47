import { hash } from 'node:crypto';

/** Bytes of a SHA-256. */
export const hashSize = 32;

/**
 * The roots of the whole subtrees of which a tree is made, largest first: one for each bit that is set in
 * its size. It is all that one needs of a tree to add leaves to it.
 */
export type Frontier = readonly Uint8Array[];

const sha256 = (...parts: Uint8Array[]) => hash('sha256', Buffer.concat(parts), 'buffer');

/** The hash of an entry as a leaf (RFC 6962, section 2.1). */
export function leafHash(entry: Uint8Array): Uint8Array {
  return sha256(Uint8Array.of(0), entry);
}

/** The hash of what has two subtrees. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(Uint8Array.of(1), left, right);
}

/**
 * @param size how many leaves the tree has to which one is added
 * @param onWhole told of each subtree that becomes whole: how many levels it has above its leaves, and its root
 */
export function withLeaf(
  frontier: Frontier,
  size: number,
  leaf: Uint8Array,
  onWhole?: (height: number, root: Uint8Array) => void,
): Frontier {
  let added = leaf;
  let whole = frontier.length;
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
    whole -= 1;
    added = nodeHash(frontier[whole] ?? new Uint8Array(), added);
    onWhole?.(frontier.length - whole, added);
  }
  return [...frontier.slice(0, whole), added];
}

/** The root of a tree; that of an empty one is the hash of nothing. */
export function rootOf(frontier: Frontier): Uint8Array {
  const root = frontier.reduceRight<Uint8Array | null>(
    (right, left) => (right === null ? left : nodeHash(left, right)),
    null,
  );
  return root ?? sha256();
}

/** A frontier as bytes, one hash after another. */
export function frontierBytes(frontier: Frontier): Uint8Array {
  return Buffer.concat(frontier);
}

/** The frontier of a tree of so many leaves; null: these are not as many hashes as it has. */
export function readFrontier(bytes: Uint8Array, size: number): Frontier | null {
  const count = [...size.toString(2)].filter((bit) => bit === '1').length;
  if (bytes.length !== count * hashSize) return null;
  return Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * hashSize, (at + 1) * hashSize),
  );
}
