import { randomBytes } from 'node:crypto';
import { brotliSize } from './brotli-size.ts';
import type { OneBundle } from './one-bundle.ts';

/** How a page comes. */
export type Way =
  /** Drawn by one bundle that asks for its data. */
  | 'bundle'
  /** The same with the data in the page. */
  | 'inlined'
  /** The rendered page itself, without its scripts. */
  | 'still'
  /** One word, after as many bytes as the rendered page has. */
  | 'empty';

/** The quality of brotli with which the site compresses what it makes for a request. */
export const quickQuality = 5;

const root = /<div id="root".*(?=\n<p id="still-loading")/s;
const answers = /<script type="application\/json" id="answers">.*?<\/script>/s;
const loaded = /<link rel="preload"[^>]*>\n?|<script defer [^>]*><\/script>\n?/g;
const files =
  /<link rel="(?:stylesheet|preload|icon|expect)"[^>]*>\n?|<style .*?<\/style>|<script defer [^>]*><\/script>\n?/gs;

/** Rows of the list that stands in a page. */
export function rowsIn(html: string): number {
  return /<tbody.*?<\/tbody>/s.exec(html)?.[0].match(/<tr\b/g)?.length ?? 0;
}

/** A page that the site has rendered, as it comes in another way. */
export function asBundle(rendered: string, way: Way, { scripts, styles }: OneBundle): string {
  if (way === 'empty') return emptyOf(quickSize(rendered));
  if (way === 'still') return rendered.replaceAll(loaded, '');
  const start = [
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...scripts.map((file) => `<script defer src="/${file}"></script>`),
  ].join('');
  const bare = rendered
    .replace(root, '<div id="root"></div>')
    .replaceAll(files, '')
    .replace('</head>', `${start}</head>`);
  return way === 'inlined' ? bare : bare.replace(answers, '');
}

/** Bytes over the network of a page that is made for a request. */
const quickSize = (html: string) => brotliSize(Buffer.from(html), quickQuality);

/** What no coding makes shorter stands before the word, as a page's data stands before its content. */
function emptyOf(bytes: number): string {
  const noise = randomBytes(bytes).toString('base64url');
  const page = (length: number) =>
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Empty</title><!--${noise.slice(0, length)}--><p>Empty</p></html>`;
  let length = bytes;
  while (quickSize(page(length)) < bytes && length < noise.length) length += 100;
  return page(length);
}
