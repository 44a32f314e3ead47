import { integrityOf } from '@tallystick/contract/file-hashes';
import { inlineReader, type ReadBody } from './inline-text.ts';
import type { PageFile } from './preloads.ts';

/** Characters of all styles that stand in one page. */
const maxInlined = 100_000;
/** Not what would end the element, or means something else where it does not stand in a file of its own. */
const readInline = inlineReader(/<\/style|@import|@charset|image-set\(|url\((?!["']?(?:data:|#))/i);

/** Styles that stand in a page, by the `href` of their files. */
export type InlinedStyles = ReadonlyMap<string, string>;

/**
 * Reads the styles that may stand in a page itself: a rendered page is painted as soon as it is there, without another
 * answer. Those with addresses of their own, and what is too much, stay files.
 */
export async function readInlinedStyles(
  read: ReadBody,
  styles: readonly PageFile[],
): Promise<InlinedStyles> {
  const inlined = new Map<string, string>();
  let left = maxInlined;
  for (const { record, path, href } of styles) {
    const text = await readInline(read, record, path);
    if (text === null || text.length > left) continue;
    left -= text.length;
    inlined.set(href, text);
  }
  return inlined;
}

/**
 * Each style that stands in the page gives way to its file, by whose address builds are told apart, as soon as that
 * has come. Nothing waits for it.
 */
const text = `document.addEventListener('load', ({ target: file }) => {
  const href = file.getAttribute?.('href');
  const style = [...document.querySelectorAll('style')].find(({ dataset }) => dataset.href === href);
  if (file.rel !== 'preload' || style === undefined) return;
  let link = [...document.querySelectorAll('link[rel=stylesheet]')].find((one) => one.href === file.href);
  file.remove();
  if (link?.sheet) return style.remove();
  if (link === undefined) {
    link = document.createElement('link');
    link.rel = 'stylesheet';
    link.integrity = file.integrity;
    link.crossOrigin = 'anonymous';
    // Whole: the bundler's own code looks for it by its address.
    link.href = file.href;
    style.after(link);
  }
  link.addEventListener('load', () => style.remove());
}, true);`;

/** The script that does so, and the hash by which a page's policy names it. */
export const filesFollow = {
  script: `<script>${text}</script>`,
  integrity: integrityOf(Buffer.from(text)),
};
