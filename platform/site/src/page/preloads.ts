import { artifactBase } from '@tallystick/contract/read-release';
import type { Openings } from '../definition/openings.ts';
import { pageFiles as pageFilesOf } from '../offline-cache/worker/cached-page.ts';
import type { BuildRecord } from '../release/records.ts';
import type { Release } from '../release/release.ts';
import { cleaningScript } from './opening-files.ts';

/** A file that a page loads, with what the browser needs to check it. */
export interface PageFile {
  record: BuildRecord;
  path: string;
  href: string;
  integrity: string;
}

/**
 * The files that start a remote's pages: its entry and the synchronous files of `./routes`. Its asynchronous files are
 * loaded when a page asks for them; `allStyles` has those, too.
 */
export function remoteFiles(
  name: string | null,
  release: Release,
): Record<'scripts' | 'styles' | 'allStyles', PageFile[]> {
  const record = release.remotes.get(name ?? '');
  if (record === undefined) return { scripts: [], styles: [], allStyles: [] };
  const { exposes, metaData } = record.manifest;
  const routes = exposes.find((expose) => expose.path === './routes');
  const css = routes?.assets.css ?? { sync: [], async: [] };
  const { name: entry, path = '' } = metaData.remoteEntry;
  // Modules are fetched in another way: a preload would be wasted.
  const scripts = isModule(record) ? [] : [path + entry, ...(routes?.assets.js.sync ?? [])];
  return {
    scripts: pageFiles(record, scripts),
    styles: pageFiles(record, css.sync),
    allStyles: pageFiles(record, [...css.sync, ...css.async]),
  };
}

/** The files that start the shell. Markup is cleaned before any other of its scripts runs. */
export function shellFiles(
  { shell }: Release,
  { cleanedMarkup }: Openings,
): Record<'scripts' | 'styles', PageFile[]> {
  const { scripts, styles } = shell.entry;
  const first = cleanedMarkup === true ? [cleaningScript] : [];
  return { scripts: pageFiles(shell, [...first, ...scripts]), styles: pageFiles(shell, styles) };
}

/**
 * An import map with the hash of each module that this page may come to run; null: its builds have none. `import`
 * cannot state a hash, and WebKit ignores that of a `modulepreload`.
 */
export function moduleHashes({ remotes, fallbacks }: Release): string | null {
  const records = [...remotes.values(), ...fallbacks.values()].filter(isModule);
  const hashes = records.flatMap(({ artifact: { app, build, files } }) =>
    Object.entries(pageFilesOf(artifactBase(app, build), files)).filter(([path]) =>
      /\.m?js$/.test(path),
    ),
  );
  if (hashes.length === 0) return null;
  // `<` could end the element.
  return JSON.stringify({ integrity: Object.fromEntries(hashes) }).replaceAll('<', '\\u003c');
}

function isModule({ manifest }: BuildRecord): boolean {
  const { type } = manifest.metaData.remoteEntry;
  return type === 'module' || type === 'esm';
}

/** A file without a hash is left out: nothing is loaded that cannot be checked. */
function pageFiles(record: BuildRecord, paths: readonly string[]): PageFile[] {
  const { app, build, files } = record.artifact;
  return paths.flatMap((path) => {
    const integrity = files[path];
    const href = artifactBase(app, build) + path;
    return integrity === undefined ? [] : [{ record, path, href, integrity }];
  });
}
