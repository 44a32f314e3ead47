import { serverEntryFile } from '@tallystick/contract/server-entry';

/** Bytes that a file must have to be a dictionary, or be compressed with one: the headers cost bytes, too. */
export const worthDictionary = 1_024;

/** The content hash that bundlers put into a file's name: before the ending, after `.` or `-`. */
const contentHash = /[.-](?:[0-9a-f]{8,64}|(?=[\w-]*[0-9A-Z])[\w-]{8})(?=\.(?:m?js|css)$)/;
/** Letters that mean themselves in a URL pattern. */
const plain = /^[\w./-]+\.(?:m?js|css)$/;

/**
 * The pattern (RFC 9842) of the addresses for which a script or style sheet is a good dictionary. It matches the same
 * file in other builds of its app, with any hash in its name. Null: it is another kind of file, or one that no browser
 * asks for.
 */
export function dictionaryMatch({ app, path }: { app: string; path: string }): string | null {
  if (path === serverEntryFile || !plain.test(path)) return null;
  return `/artifacts/${app}/*/${path.replace(contentHash, (hash) => `${hash.slice(0, 1)}*`)}`;
}
