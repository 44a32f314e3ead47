import { expect, it } from 'vitest';
import { proveInclusion, rootByProof } from './inclusion.ts';
import { testTree } from './log.testing.ts';
import { leafHash } from './tree.ts';

const entries = Array.from({ length: 600 }, (_, n) => `entry ${n}`);
const leafOf = (entry = '') => leafHash(Buffer.from(entry));

it('proves each leaf of trees of many sizes, and no other', async () => {
  for (const size of [1, 2, 3, 7, 8, 255, 256, 257, 600]) {
    const { tree } = testTree(entries, size);
    const root = await tree.rootOf(0, size);
    for (const index of new Set([0, Math.floor(size / 2), size - 1])) {
      const proof = await proveInclusion(tree, index);
      expect(rootByProof(leafOf(entries[index]), index, size, proof)).toEqual(root);
      expect(rootByProof(leafOf('another'), index, size, proof)).not.toEqual(root);
      expect(rootByProof(leafOf(entries[index]), index, size, [...proof, leafOf()])).toBe(null);
      if (size === 1) continue;
      expect(rootByProof(leafOf(entries[index]), index, size, proof.slice(1))).toBe(null);
      const other = index === 0 ? 1 : index - 1;
      expect(rootByProof(leafOf(entries[index]), other, size, proof)).not.toEqual(root);
    }
    expect(rootByProof(leafOf(), size, size, [])).toBe(null);
  }
});
