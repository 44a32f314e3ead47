import { LRUCache } from 'lru-cache';
import type { BuildRecord } from '../release/records.ts';
import { type ArtifactFile, filesOf, keyOf, type ReadArtifactFile } from './artifact-file.ts';
import { openBackgroundQueue } from './background-queue.ts';
import { compressDcz, decompressDcz, dictionaryHash } from './dcz.ts';
import { dictionaryMatch, worthDictionary } from './dictionary-match.ts';
import type { KeptFiles } from './kept-files.ts';

/** Bytes of bodies that are cached in memory. */
const maxBytes = 16 * 2 ** 20;
/** How many hashes of dictionaries are remembered. */
const maxHashes = 20_000;
const kind = '.dcz';

/** A build that browsers get, and those that they may have of the same app, the likeliest first. */
export interface Delivery {
  record: BuildRecord;
  earlier: readonly BuildRecord[];
}

/** A file, and one of an earlier build that is a dictionary for it. */
interface Wanted {
  file: ArtifactFile;
  dictionary: ArtifactFile;
}

/** `ending`: of the name under which it is kept. `unfit`: it is not worth it. */
interface Pair extends Wanted {
  ending: string;
  state: 'missing' | 'made' | 'unfit';
}

export type Dictionaries = ReturnType<typeof openDictionaries>;

export interface DictionariesOptions {
  readFile: ReadArtifactFile;
  kept: Omit<KeptFiles, 'prune'>;
  log(line: string): void;
}

/**
 * Files of builds, each compressed with files of earlier builds as dictionaries (RFC 9842). Only the pairs that
 * follow from `deliver` are made, one after the other: a hash that a client makes up costs one look into a map.
 */
export function openDictionaries({ readFile, kept, log }: DictionariesOptions) {
  let pairs = new Map<string, Pair>();
  const hashes = new LRUCache<string, string>({ max: maxHashes });
  const cached = new LRUCache<string, Uint8Array, Pair>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: (_key, _stale, { context }) => load(context),
    // Whoever asked for it gets it, though there is no room to cache it.
    ignoreFetchAbort: true,
  });
  const background = openBackgroundQueue(log);
  /** Another one: what is under way for an earlier one stops. */
  let round = 0;

  const enqueue = (work: () => Promise<void>) =>
    background.add('Not compressed with a dictionary', work);

  async function load(pair: Pair): Promise<Uint8Array | undefined> {
    const dictionary = await readFile(pair.dictionary);
    const body =
      dictionary &&
      (await kept.read(pair.file, pair.ending, (found) => decompressDcz(found, dictionary)));
    if (body !== null) return body;
    pair.state = 'missing';
    void enqueue(() => make(pair));
    return undefined;
  }

  async function make(pair: Pair): Promise<void> {
    const plain = await readFile(pair.file);
    const dictionary = await readFile(pair.dictionary);
    if (plain === null || dictionary === null) return;
    const body =
      plain.byteLength < worthDictionary
        ? null
        : await background.untilClosed(() => compressDcz(plain, dictionary));
    if (body !== null) await kept.write(pair.file, pair.ending, body);
    pair.state = body === null ? 'unfit' : 'made';
  }

  async function add({ file, dictionary }: Wanted): Promise<void> {
    const hash = hashes.get(keyOf(dictionary)) ?? (await readHash(dictionary));
    if (hash === null || pairs.has(pairKey(file, hash))) return;
    const ending = `.${hash.slice(0, 16)}${kind}`;
    const state = (await kept.has(file, ending)) ? 'made' : 'missing';
    const pair: Pair = { file, dictionary, ending, state };
    pairs.set(pairKey(file, hash), pair);
    if (state === 'missing') await make(pair);
  }

  async function readHash(dictionary: ArtifactFile): Promise<string | null> {
    const bytes = await readFile(dictionary);
    if (bytes === null) return null;
    const hash = dictionaryHash(bytes);
    hashes.set(keyOf(dictionary), hash);
    return hash;
  }

  /** Of what is known, that which is still wanted. */
  function stillWanted(wanted: readonly Wanted[]): Map<string, Pair> {
    const next = new Map<string, Pair>();
    for (const { file, dictionary } of wanted) {
      const key = pairKey(file, hashes.get(keyOf(dictionary)) ?? '');
      const pair = pairs.get(key);
      if (pair === undefined || pair.state === 'missing' || next.has(key)) continue;
      // The same bytes may be of a build that is still there.
      pair.dictionary = dictionary;
      next.set(key, pair);
    }
    return next;
  }

  return {
    /**
     * From now on browsers get these builds: what else was known is forgotten, and removed from the disk.
     * Resolves when all that was missing has been made.
     */
    deliver(deliveries: readonly Delivery[]): Promise<void> {
      round += 1;
      const own = round;
      const wanted = wantedPairs(deliveries);
      pairs = stillWanted(wanted);
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
     * The file compressed with the dictionary of this hash; null: it is none, or that has not been made yet.
     * Never waits for it to be made.
     */
    async read(file: ArtifactFile, hash: string): Promise<Uint8Array | null> {
      const key = pairKey(file, hash);
      const pair = pairs.get(key);
      if (pair?.state !== 'made') return null;
      // While the earlier build cannot be read, there is the whole file.
      return (await cached.fetch(key, { context: pair }).catch(() => null)) ?? null;
    },
    close: background.close,
  };
}

const pairKey = (file: ArtifactFile, hash: string) => `${keyOf(file)} ${hash}`;

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
