import { integrityInThread } from '@tallystick/contract/file-hashes';
import { packagesOf, type SbomPackage, sbomFile } from '@tallystick/contract/sbom';
import { LRUCache } from 'lru-cache';
import type { BuildKey } from '../../src/contract/build-key.ts';
import type { FileStore } from '../../src/files/file-store.ts';

/** How many packages are kept in memory, of all documents together: some 30 MB. */
const maxPackages = 200_000;

export type Sboms = ReturnType<typeof openSboms>;

/** Reads bills of materials, each only as it was published: by the hash that the audit log has of it. */
export function openSboms(artifacts: Pick<FileStore, 'read'>) {
  const known = new LRUCache<string, readonly SbomPackage[]>({
    maxSize: maxPackages,
    sizeCalculation: ({ length }) => length + 1,
  });

  /** The document; null: it is lost, or another. */
  async function read({ app, build }: BuildKey, hash: string): Promise<Uint8Array | null> {
    const bytes = await artifacts.read(app, build, sbomFile);
    return bytes !== null && (await integrityInThread(bytes)) === hash ? bytes : null;
  }

  return {
    read,
    /** The packages that it names; null as above. */
    packages: async (key: BuildKey, hash: string): Promise<readonly SbomPackage[] | null> => {
      const before = known.get(hash);
      if (before !== undefined) return before;
      const bytes = await read(key, hash);
      const found = bytes && packagesOf(JSON.parse(new TextDecoder().decode(bytes)));
      if (found !== null) known.set(hash, found);
      return found;
    },
  };
}
