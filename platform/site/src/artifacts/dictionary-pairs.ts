import type { ArtifactFile, ReadArtifactFile } from './artifact-file.ts';
import type { BackgroundQueue } from './background-queue.ts';
import { compressDcz, decompressDcz } from './dcz.ts';
import { worthDictionary } from './dictionary-match.ts';
import type { KeptFiles } from './kept-files.ts';

/** A file, and one of an earlier build that is a dictionary for it. */
export interface Wanted {
  file: ArtifactFile;
  dictionary: ArtifactFile;
}

/** `ending`: of the name under which it is kept. `unfit`: it is not worth it. */
export interface Pair extends Wanted {
  ending: string;
  state: 'missing' | 'made' | 'unfit';
}

interface PairBodiesOptions {
  readFile: ReadArtifactFile;
  kept: Pick<KeptFiles, 'read' | 'write'>;
  background: Pick<BackgroundQueue, 'untilClosed'>;
}

/** Files that are compressed with dictionaries, as they are kept on the disk. */
export function pairBodies({ readFile, kept, background }: PairBodiesOptions) {
  return {
    /** Null: there is none, or it does not give the published file, or the dictionary cannot be read. */
    async read({ file, dictionary, ending }: Pair): Promise<Uint8Array | null> {
      const bytes = await readFile(dictionary);
      return bytes && (await kept.read(file, ending, (found) => decompressDcz(found, bytes)));
    },
    /** Makes the body, and notes whether it is worth it. Does nothing while one of the files cannot be read. */
    async make(pair: Pair): Promise<void> {
      const plain = await readFile(pair.file);
      const dictionary = await readFile(pair.dictionary);
      if (plain === null || dictionary === null) return;
      const body =
        plain.byteLength < worthDictionary
          ? null
          : await background.untilClosed(() => compressDcz(plain, dictionary));
      if (body !== null) await kept.write(pair.file, pair.ending, body);
      pair.state = body === null ? 'unfit' : 'made';
    },
  };
}
