import { isUtf8 } from 'node:buffer';
import type { ArtifactBodies } from '../artifacts/artifact-bodies.ts';
import type { BuildRecord } from '../release/records.ts';

/** What a browser reads as something else in a page than in a file: its hash would differ. */
const altered = /[\r\0\uFEFF]/;

/** Reads the text of a file as it may stand in a page; null: it may not, or cannot be read now. */
export type ReadInline = (
  bodies: Pick<ArtifactBodies, 'read'>,
  record: BuildRecord,
  path: string,
) => Promise<string | null>;

/**
 * A reader of files of one kind. It decides about a file once, for as long as its bytes are cached.
 *
 * @param refused what such a file must not hold
 */
export function inlineReader(refused: RegExp): ReadInline {
  const decided = new WeakMap<Uint8Array, string | null>();

  function decide(body: Uint8Array): string | null {
    if (!isUtf8(body)) return null;
    const text = Buffer.from(body).toString();
    return altered.test(text) || refused.test(text) ? null : text;
  }

  return async (bodies, record, path) => {
    const prepared = await bodies.read(record, path).catch(() => null);
    const body = prepared?.bodies.get('identity')?.body;
    if (body === undefined) return null;
    const known = decided.get(body);
    if (known !== undefined) return known;
    const text = decide(body);
    decided.set(body, text);
    return text;
  };
}
