import { globalOf, separateGlobal } from './build-globals.ts';
import { type Container, isContainer } from './container.ts';
import type { ExpectedBuild } from './expected-build.ts';
import { LoadFailure, withTimeout } from './load-failure.ts';
import { loadModuleFile, loadScript, loadStyle } from './load-file.ts';
import type { Manifest } from './manifest.ts';

/**
 * Loads the files that start a build, all at once: the container would ask for the others only when it
 * is here.
 */
export async function loadContainer(
  { remote, manifest, expose }: ExpectedBuild,
  timeoutMs: number,
): Promise<Container> {
  const entry = entryOf(manifest);
  const { scripts, styles } = filesOf(manifest, expose);
  const [container] = await Promise.all([
    isModule(manifest)
      ? startModule(remote, entry, timeoutMs)
      : startScript({ remote, manifest }, entry, scripts, timeoutMs),
    ...styles.map((file) => loadStyle(remote, file, timeoutMs)),
  ]);
  if (isContainer(container)) return container;
  throw new LoadFailure('incomplete', `${remote.base}${entry} holds no container`);
}

/** Loads the files of one more thing that a build exposes, each with its hash. */
export async function loadExpose(
  { remote, manifest, expose }: ExpectedBuild,
  timeoutMs: number,
): Promise<void> {
  const { scripts, styles } = filesOf(manifest, expose);
  await Promise.all([
    // All modules of the build came with its entry.
    ...(isModule(manifest) ? [] : scripts.map((file) => loadScript(remote, file, timeoutMs))),
    ...styles.map((file) => loadStyle(remote, file, timeoutMs)),
  ]);
}

/** The files without which what a build exposes cannot begin. */
export function filesThatStart({ remote, manifest, expose }: ExpectedBuild) {
  const { scripts, styles } = filesOf(manifest, expose);
  if (isModule(manifest)) return { scripts: [], modules: modulesOf(remote), styles };
  return { scripts: [entryOf(manifest), ...scripts], modules: [], styles };
}

function modulesOf({ files }: ExpectedBuild['remote']): string[] {
  return Object.keys(files).filter((file) => /\.m?js$/.test(file));
}

function entryOf({ metaData: { remoteEntry } }: Manifest): string {
  return `${remoteEntry.path ?? ''}${remoteEntry.name}`;
}

function filesOf({ exposes }: Manifest, expose: string) {
  const assets = exposes.find(({ path }) => path === expose)?.assets;
  return { scripts: assets?.js.sync ?? [], styles: assets?.css.sync ?? [] };
}

function isModule({ metaData: { remoteEntry } }: Manifest): boolean {
  return remoteEntry.type === 'module' || remoteEntry.type === 'esm';
}

/** A container that a script puts into a global variable. */
async function startScript(
  { remote, manifest }: Pick<ExpectedBuild, 'remote' | 'manifest'>,
  entry: string,
  files: readonly string[],
  timeoutMs: number,
): Promise<unknown> {
  const { globalName } = manifest.metaData;
  separateGlobal(globalName);
  const present = () => globalOf(globalName, remote.base);
  const scripts = isContainer(present()) ? files : [entry, ...files];
  await Promise.all(scripts.map((file) => loadScript(remote, file, timeoutMs)));
  return present();
}

/**
 * A container that a JavaScript module exports. A module cannot say what its own imports must hash to. So
 * every module of the build is fetched first, each with its hash: the browser then takes them from what it
 * has. Nothing runs unless all are as they should be.
 */
async function startModule(
  remote: ExpectedBuild['remote'],
  entry: string,
  timeoutMs: number,
): Promise<unknown> {
  await Promise.all(modulesOf(remote).map((file) => loadModuleFile(remote, file, timeoutMs)));
  const address = new URL(remote.base + entry, location.href).href;
  return withTimeout(timeoutMs, address, import(/* webpackIgnore: true */ address));
}
