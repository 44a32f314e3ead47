import { contentTypeOf } from '@tallystick/contract/content-type';
import { LRUCache } from 'lru-cache';
import {
  madeBodies,
  type Prepared,
  preparePlain,
  prepareQuickly,
  worthCompressing,
} from '../http/prepared.ts';
import type { BuildRecord } from '../release/records.ts';
import {
  type ArtifactFile,
  fileOf,
  filesOf,
  keyOf,
  type ReadArtifactFile,
} from './artifact-file.ts';
import { openBackgroundQueue } from './background-queue.ts';
import { makeCompressed, readCompressed } from './compressed-files.ts';
import { isCompressible } from './content-type.ts';
import type { KeptFiles } from './kept-files.ts';

/** Bytes of bodies that are cached in memory. */
const maxBytes = 64 * 2 ** 20;

export type ArtifactBodies = ReturnType<typeof openArtifactBodies>;

export interface ArtifactBodiesOptions {
  readFile: ReadArtifactFile;
  kept: Pick<KeptFiles, 'read' | 'write'>;
  log(line: string): void;
}

/** What is sent for the files of artifacts. */
export function openArtifactBodies({ readFile, kept, log }: ArtifactBodiesOptions) {
  const cached = new LRUCache<string, Prepared, ArtifactFile>({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    fetchMethod: (_key, _stale, { context }) => load(context),
    // A request gets its file even if there is no room to cache it.
    ignoreFetchAbort: true,
  });
  const background = openBackgroundQueue(log);
  const queued = new Set<string>();

  async function load(file: ArtifactFile): Promise<Prepared | undefined> {
    const plain = await readFile(file);
    if (plain === null) return undefined;
    const type = contentTypeOf(file.path);
    const tag = file.integrity.slice('sha384-'.length);
    if (!isWorthIt(file, plain)) return preparePlain(type, plain, tag);
    const best = await readCompressed(kept, file);
    if (best === null) {
      enqueue(file);
      return prepareQuickly(type, plain, tag);
    }
    const coded = (['br', 'gzip'] as const).map(
      (coding) => [coding, { body: best[coding], etag: `"${tag}-${coding}"` }] as const,
    );
    return { ...preparePlain(type, plain, tag), coded: new Map(coded) };
  }

  function enqueue(file: ArtifactFile): void {
    const key = keyOf(file);
    if (queued.has(key)) return;
    queued.add(key);
    const made = background.add(`${key} could not be compressed`, () => make(file));
    void made.then(() => queued.delete(key));
  }

  async function make(file: ArtifactFile): Promise<void> {
    if ((await readCompressed(kept, file)) === null) {
      const plain = await readFile(file);
      if (plain === null || !isWorthIt(file, plain)) return;
      await makeCompressed(kept, file, plain, background);
    }
    // Another server may have made the best ones since this server cached the quick ones.
    if (!isBest(cached.peek(keyOf(file)))) cached.delete(keyOf(file));
  }

  return {
    /**
     * A file in the codings that exist. Null: the build has no such file, or its bytes do not match the hash in the
     * build's record. Never waits for the best compression. Until that has been made in the background, a quick one
     * is used.
     */
    async read(record: BuildRecord, path: string): Promise<Prepared | null> {
      const file = fileOf(record, path);
      if (file === null) return null;
      return (await cached.fetch(keyOf(file), { context: file })) ?? null;
    },
    /** Makes the missing best compressions of a build: one build, and one file, after the other. */
    compress(record: BuildRecord): Promise<void> {
      for (const file of filesOf(record)) {
        if (isCompressible(contentTypeOf(file.path))) enqueue(file);
      }
      return background.over();
    },
    close: background.close,
  };
}

function isWorthIt({ path }: ArtifactFile, plain: Uint8Array): boolean {
  return plain.byteLength >= worthCompressing && isCompressible(contentTypeOf(path));
}

/** Quick compressions are made in the coding of a request only, so there is one of them at most. */
function isBest(prepared: Prepared | undefined): boolean {
  return prepared !== undefined && madeBodies(prepared).length > 1;
}

function sizeOf(prepared: Prepared): number {
  // The cache wants at least 1, also for an empty file.
  return madeBodies(prepared).reduce((sum, { byteLength }) => sum + byteLength, 1);
}
