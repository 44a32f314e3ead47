import { isUtf8 } from 'node:buffer';
import type { ArtifactBodies } from '../artifacts/artifact-bodies.ts';
import type { BuildRecord } from '../release/records.ts';

/** Characters that a browser reads differently in a page than in a file, so that the hash would differ. */
const altered = /[\r\0\uFEFF]/;

/** What is sent for a file of a build; null: it cannot be read now. */
export type ReadBody = ArtifactBodies['read'];

/**
 * Reads texts of files as they may stand in a page; null: it may not, or cannot be read now. This is
 * decided once for each file, for as long as its bytes are cached.
 *
 * @param refused what such a file must not hold
 */
export function inlineReader(refused: RegExp) {
  const decided = new WeakMap<Uint8Array, string | null>();

  return async (read: ReadBody, record: BuildRecord, path: string): Promise<string | null> => {
    const body = (await read(record, path))?.plain;
    if (body === undefined) return null;
    const known = decided.get(body);
    if (known !== undefined) return known;
    const text = isUtf8(body) ? Buffer.from(body).toString() : null;
    const fits = text !== null && !altered.test(text) && !refused.test(text);
    decided.set(body, fits ? text : null);
    return fits ? text : null;
  };
}
