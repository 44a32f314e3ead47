import { artifactBase } from '@tallystick/shared/release/read-release';
import type { BuildRecord } from '../release/records.ts';
import type { Release } from '../release/release.ts';

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
  const { name: entry, path = '', type } = metaData.remoteEntry;
  // A page fetches modules in another way, so that a preload would be in vain.
  const isModule = type === 'module' || type === 'esm';
  const scripts = isModule ? [] : [path + entry, ...(routes?.assets.js.sync ?? [])];
  return {
    scripts: pageFiles(record, scripts),
    styles: pageFiles(record, css.sync),
    allStyles: pageFiles(record, [...css.sync, ...css.async]),
  };
}

/** The files that start the shell. */
export function shellFiles({ shell }: Release): Record<'scripts' | 'styles', PageFile[]> {
  const { scripts, styles } = shell.entry;
  return { scripts: pageFiles(shell, scripts), styles: pageFiles(shell, styles) };
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
