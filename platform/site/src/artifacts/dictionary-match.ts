import { serverEntryFile } from '@tallystick/contract/server-entry';

/** From this many bytes on a file is a dictionary, and compressed with one: the headers have their price too. */
export const worthDictionary = 1_024;

/** What bundlers put into the name of a file for its content: before the ending, after `.` or `-`. */
const contentHash = /[.-](?:[0-9a-f]{8,64}|(?=[\w-]*[0-9A-Z])[\w-]{8})(?=\.(?:m?js|css)$)/;
/** Letters that mean themselves in a URL pattern. */
const plain = /^[\w./-]+\.(?:m?js|css)$/;

/**
 * The pattern (RFC 9842) of the addresses for which a script or style sheet is a good dictionary: the same file
 * in other builds of its app, whatever hash stands in its name. Null: it is another kind of file, or one that no browser asks for.
 */
export function dictionaryMatch({ app, path }: { app: string; path: string }): string | null {
  if (path === serverEntryFile || !plain.test(path)) return null;
  return `/artifacts/${app}/*/${path.replace(contentHash, (hash) => `${hash.slice(0, 1)}*`)}`;
}
