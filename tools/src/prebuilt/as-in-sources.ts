import { dirname, relative } from 'node:path';
import type { LoaderContext } from '@rspack/core';

/**
 * An rspack loader for a module of ours that is bundled into a file at the root of the prebuilt
 * tree. The module still finds the files beside it by their path in the sources: what is copied
 * stands at the same path.
 */
// biome-ignore lint/style/noDefaultExport: a loader is one
export default function asInSources(this: LoaderContext<{ root: string }>, source: string): string {
  const place = relative(this.getOptions().root, this.resourcePath);
  const [file, folder] = [place, `/${dirname(place)}`].map((path) => JSON.stringify(path));
  return source
    .replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`)
    .replaceAll('import.meta.url', `new URL(${file}, import.meta.url).href`)
    .replaceAll(/new URL\('(\.[^']+)\.(?:ts|mjs)'/g, "new URL('$1.js'");
}
