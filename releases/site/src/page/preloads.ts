import type { ReleaseDocument } from '@tallystick/shared/contracts/release';
import { artifactBase } from '@tallystick/shared/release/read-release';
import type { Release } from '../release/release.ts';

/** A file that a page loads, with what the browser needs to check it. */
export interface PageFile {
  href: string;
  integrity: string;
}

/** True if `path` has the shape of the route `pattern`, whose `:name` parts match any one part. */
export function matchesRoute(pattern: string, path: string): boolean {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part === given[index])
  );
}

/** Name of the remote that owns `path`, or null if none does. */
export function ownerOf(path: string, document: ReleaseDocument): string | null {
  const owner = document.remotes.find(({ declaration }) =>
    declaration.routes.some((route) => matchesRoute(route.path, path)),
  );
  return owner?.name ?? null;
}

/**
 * The files that start a remote's pages: its entry and the synchronous files of `./routes`.
 * Its asynchronous files are loaded when a page asks for them.
 */
export function remoteFiles(
  name: string,
  release: Release,
): { scripts: PageFile[]; styles: PageFile[] } {
  const record = release.remotes.get(name);
  if (record === undefined) return { scripts: [], styles: [] };
  const routes = record.manifest.exposes.find((expose) => expose.path === './routes');
  const scripts = [record.manifest.metaData.remoteEntry.name, ...(routes?.assets.js.sync ?? [])];
  const { app, build, files } = record.artifact;
  return {
    scripts: pageFiles(app, build, files, scripts),
    styles: pageFiles(app, build, files, routes?.assets.css.sync ?? []),
  };
}

/** The files that start the shell. */
export function shellFiles(release: Release): { scripts: PageFile[]; styles: PageFile[] } {
  const { app, build, files } = release.shell.artifact;
  const { scripts, styles } = release.shell.entry;
  return {
    scripts: pageFiles(app, build, files, scripts),
    styles: pageFiles(app, build, files, styles),
  };
}

/** A file without a hash is left out: nothing is loaded that cannot be checked. */
function pageFiles(
  app: string,
  build: string,
  files: Readonly<Record<string, string>>,
  paths: readonly string[],
): PageFile[] {
  return paths.flatMap((path) => {
    const integrity = files[path];
    return integrity === undefined ? [] : [{ href: artifactBase(app, build) + path, integrity }];
  });
}
