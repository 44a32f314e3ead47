import { LRUCache } from 'lru-cache';
import { type ArtifactFile, keyOf, type ReadArtifactFile } from './artifact-file.ts';
import { dictionaryHash } from './dcz.ts';

/** How many hashes of dictionaries are remembered. */
const maxHashes = 20_000;

export type DictionaryHashes = ReturnType<typeof openDictionaryHashes>;

/** The hashes by which browsers name dictionaries. */
export function openDictionaryHashes(readFile: ReadArtifactFile) {
  const hashes = new LRUCache<string, string>({ max: maxHashes });
  return {
    /** Without reading the file; undefined: it was not read lately. */
    known: (dictionary: ArtifactFile): string | undefined => hashes.get(keyOf(dictionary)),
    /** Null: the file cannot be read. */
    async of(dictionary: ArtifactFile): Promise<string | null> {
      const known = hashes.get(keyOf(dictionary));
      if (known !== undefined) return known;
      const bytes = await readFile(dictionary);
      if (bytes === null) return null;
      const hash = dictionaryHash(bytes);
      hashes.set(keyOf(dictionary), hash);
      return hash;
    },
  };
}
