import { LRUCache } from 'lru-cache';
import type { BuildRecord } from '../release/records.ts';
import { type ArtifactFile, filesOf, keyOf, type ReadArtifactFile } from './artifact-file.ts';
import { openBackgroundQueue } from './background-queue.ts';
import { type DictionaryHashes, openDictionaryHashes } from './dictionary-hashes.ts';
import { dictionaryMatch } from './dictionary-match.ts';
import { type Pair, pairBodies, type Wanted } from './dictionary-pairs.ts';
import type { KeptFiles } from './kept-files.ts';

/** Bytes of bodies that are cached in memory. */
const maxBytes = 16 * 2 ** 20;
const kind = '.dcz';

/** A build that browsers get, and those that they may have of the same app, the likeliest first. */
export interface Delivery {
  record: BuildRecord;
  earlier: readonly BuildRecord[];
}

export type Dictionaries = ReturnType<typeof openDictionaries>;

export interface DictionariesOptions {
  readFile: ReadArtifactFile;
  kept: Omit<KeptFiles, 'prune'>;
  log(line: string): void;
}

/**
 * Files of builds, each compressed with files of earlier builds as dictionaries (RFC 9842). Only the pairs that follow
 * from `deliver` are made, one after the other. A hash that a client makes up costs no more than a look-up.
 */
export function openDictionaries({ readFile, kept, log }: DictionariesOptions) {
  let pairs = new Map<string, Pair>();
  const hashes = openDictionaryHashes(readFile);
  const background = openBackgroundQueue(log);
  const bodies = pairBodies({ readFile, kept, background });
  const cached = new LRUCache<string, Uint8Array, Pair>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: (_key, _stale, { context }) => load(context),
    // A request gets its body even if there is no room to cache it.
    ignoreFetchAbort: true,
  });
  /** The number of the latest delivery: what is under way for an earlier one stops. */
  let round = 0;

  const enqueue = (work: () => Promise<void>) =>
    background.add('Not compressed with a dictionary', work);

  async function load(pair: Pair): Promise<Uint8Array | undefined> {
    const body = await bodies.read(pair);
    if (body !== null) return body;
    pair.state = 'missing';
    void enqueue(() => bodies.make(pair));
    return undefined;
  }

  async function add({ file, dictionary }: Wanted): Promise<void> {
    const hash = await hashes.of(dictionary);
    if (hash === null || pairs.has(pairKey(file, hash))) return;
    const ending = `.${hash.slice(0, 16)}${kind}`;
    const state = (await kept.has(file, ending)) ? 'made' : 'missing';
    const pair: Pair = { file, dictionary, ending, state };
    pairs.set(pairKey(file, hash), pair);
    if (state === 'missing') await bodies.make(pair);
  }

  return {
    /**
     * From now on browsers get these builds. All that is of no use for them is forgotten, and removed from the disk.
     * Resolves when what was missing has been made.
     */
    deliver(deliveries: readonly Delivery[]): Promise<void> {
      round += 1;
      const own = round;
      const wanted = wantedPairs(deliveries);
      pairs = stillWanted(pairs, wanted, hashes);
      return enqueue(async () => {
        const problems: unknown[] = [];
        for (const pair of wanted) {
          if (background.isClosed() || own !== round) return;
          await add(pair).catch((error: unknown) => problems.push(error));
        }
        if (problems.length > 0) throw new Error(`${problems.length} files, ${problems[0]}`);
        await kept.keepOnly(kind, [...pairs.values()]);
      });
    },
    /**
     * The file compressed with the dictionary of this hash. Null: no dictionary has this hash, or the body has not been
     * made yet. Never waits for it to be made.
     */
    async read(file: ArtifactFile, hash: string): Promise<Uint8Array | null> {
      const key = pairKey(file, hash);
      const pair = pairs.get(key);
      if (pair?.state !== 'made') return null;
      // If the earlier build cannot be read, the browser gets the whole file.
      return (await cached.fetch(key, { context: pair }).catch(() => null)) ?? null;
    },
    close: background.close,
  };
}

const pairKey = (file: ArtifactFile, hash: string) => `${keyOf(file)} ${hash}`;

/** The known pairs that are still wanted and not missing. */
function stillWanted(
  pairs: ReadonlyMap<string, Pair>,
  wanted: readonly Wanted[],
  hashes: Pick<DictionaryHashes, 'known'>,
): Map<string, Pair> {
  const next = new Map<string, Pair>();
  for (const { file, dictionary } of wanted) {
    const key = pairKey(file, hashes.known(dictionary) ?? '');
    const pair = pairs.get(key);
    if (pair === undefined || pair.state === 'missing' || next.has(key)) continue;
    // The same bytes may be of a build that is still there.
    pair.dictionary = dictionary;
    next.set(key, pair);
  }
  return next;
}

/** The likeliest dictionary of every file first, then the next of each. */
function wantedPairs(deliveries: readonly Delivery[]): Wanted[] {
  const ranks = Math.max(0, ...deliveries.map(({ earlier }) => earlier.length));
  return Array.from({ length: ranks }, (_, rank) =>
    deliveries.flatMap(({ record, earlier }) => {
      const before = earlier[rank];
      if (before === undefined) return [];
      const dictionaries = Map.groupBy(filesOf(before), dictionaryMatch);
      return filesOf(record).flatMap((file) => {
        const match = dictionaryMatch(file);
        const fitting = match === null ? [] : (dictionaries.get(match) ?? []);
        return fitting.map((dictionary) => ({ file, dictionary }));
      });
    }),
  ).flat();
}
