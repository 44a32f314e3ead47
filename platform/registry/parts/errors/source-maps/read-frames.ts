import { LRUCache } from 'lru-cache';
import type { SourceFrame } from '../contract/page-errors.ts';
import { framesBy, type RawFrame } from './map-frames.ts';
import type { MapThread } from './map-thread.ts';

/** How many scripts of one error have their maps read. */
const maxScripts = 3;
/** How long reading one map may take, in milliseconds. */
const timeLimit = 5_000;
/** Scripts whose maps took too much time or memory; this process does not read them again. */
const givenUp = new LRUCache<string, true>({ max: 1_000 });

/** Where maps come from, and the thread that reads them. */
export interface MapSource {
  readMap(frame: RawFrame): Promise<Uint8Array | null>;
  thread: Pick<MapThread, 'read'>;
}

/** Reads `<app>/<build>/<path>:<line>:<column>`; null if the text has another form. */
function parseFrame(text: string): RawFrame | null {
  const found = /^([\w.-]+)\/([\w.-]+)\/([^\s:]+):(\d{1,7}):(\d{1,8})$/.exec(text);
  if (found === null) return null;
  const [, app = '', build = '', path = '', line, column] = found;
  return { app, build, path, line: Number(line), column: Number(column) };
}

/**
 * Frames of one app's error as the source maps of their scripts have them. Without a map, or with one that takes
 * too much, they are as they were reported. Maps come from publishers and are not trusted, so a thread reads them.
 *
 * @param milliseconds that one map may take
 */
export async function readFrames(
  app: string,
  frames: readonly string[],
  { readMap, thread }: MapSource,
  milliseconds = timeLimit,
): Promise<SourceFrame[]> {
  const raw = frames.map(parseFrame).filter((frame) => frame !== null);
  const found = new Map<RawFrame, SourceFrame>();
  const scripts = Map.groupBy(raw, ({ app: of, build, path }) => `${of}/${build}/${path}`);
  for (const [at, [script, own]] of [...scripts].entries()) {
    const [first] = own;
    const isRead = first !== undefined && at < maxScripts && !givenUp.has(script);
    const map = isRead ? await readMap(first) : null;
    const mapped = map && (await thread.read({ map, frames: own, app }, milliseconds));
    if (map !== null && mapped === null) givenUp.set(script, true);
    const shown = mapped ?? framesBy(null, own, app);
    own.forEach((frame, n) => {
      const one = shown[n];
      if (one !== undefined) found.set(frame, one);
    });
  }
  return raw.flatMap((frame) => found.get(frame) ?? []);
}
