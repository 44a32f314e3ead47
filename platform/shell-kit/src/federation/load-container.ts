import type { LoadableBuild } from '@tallystick/contract/release';
import { globalOf, separateGlobal } from './build-globals.ts';
import { LoadFailure, withTimeout } from './load-failure.ts';
import { addressOf, linkTo, loadModuleFile, loadScript, loadStyle } from './load-file.ts';
import { type ExpectedBuild, type Manifest, readManifest } from './manifest.ts';
import type { ShareScope } from './platform-shares.ts';
import { isRecord } from './remote-module.ts';

/**
 * Loads the files that start a build, all at once: the container would ask for the others only when it
 * is here.
 */
export async function loadContainer({
  remote,
  manifest,
  expose,
}: ExpectedBuild): Promise<Container> {
  const entry = entryOf(manifest);
  const { scripts, styles } = filesOf(manifest, expose);
  const [container] = await Promise.all([
    isModule(manifest)
      ? startModule(remote, entry)
      : startScript({ remote, manifest }, entry, scripts),
    ...styles.map((file) => loadStyle(remote, file)),
  ]);
  if (isContainer(container)) return container;
  throw new LoadFailure('incomplete', `${remote.base}${entry} holds no container`);
}

/** Loads the files of one more thing that a build exposes, each with its hash. */
export async function loadExpose({ remote, manifest, expose }: ExpectedBuild): Promise<void> {
  const { scripts, styles } = filesOf(manifest, expose);
  await Promise.all([
    // All modules of the build came with its entry.
    ...(isModule(manifest) ? [] : scripts.map((file) => loadScript(remote, file))),
    ...styles.map((file) => loadStyle(remote, file)),
  ]);
}

/**
 * Has the browser fetch the files that start the pages of a build, each with its hash. Nothing of it runs, and what
 * does not come is asked for when it is needed.
 */
export function preloadBuild(remote: LoadableBuild): void {
  const manifest = readManifest(remote);
  const { scripts, styles } = filesOf(manifest, './routes');
  if (isModule(manifest)) {
    for (const file of modulesOf(remote)) preload(remote, file, 'modulepreload', 'script');
  } else {
    for (const file of [entryOf(manifest), ...scripts]) preload(remote, file, 'preload', 'script');
  }
  for (const file of styles) preload(remote, file, 'preload', 'style');
}

function preload(remote: LoadableBuild, file: string, rel: string, as: string): void {
  const href = addressOf(remote, file);
  const present = [...document.querySelectorAll<HTMLLinkElement>('link')];
  if (present.some((link) => link.href === href)) return;
  const link = linkTo(remote, file, rel);
  link.as = as;
  link.fetchPriority = 'low';
  document.head.append(link);
}

function modulesOf({ files }: LoadableBuild): string[] {
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
): Promise<unknown> {
  const { globalName } = manifest.metaData;
  separateGlobal(globalName);
  const present = () => globalOf(globalName, remote.base);
  const scripts = isContainer(present()) ? files : [entry, ...files];
  await Promise.all(scripts.map((file) => loadScript(remote, file)));
  return present();
}

/**
 * A container that a JavaScript module exports. A module cannot say what its own imports must hash to. So
 * every module of the build is fetched first, each with its hash: the browser then takes them from what it
 * has. Nothing runs unless all are as they should be.
 */
async function startModule(remote: LoadableBuild, entry: string): Promise<unknown> {
  await Promise.all(modulesOf(remote).map((file) => loadModuleFile(remote, file)));
  const address = new URL(remote.base + entry, location.href).href;
  return withTimeout(address, import(/* webpackIgnore: true */ address));
}

/** What a remote's entry brings: the interface between apps that bundlers share. */
export interface Container {
  /** Gives it the page's singletons; once, or again with the same scope. */
  init(...scope: unknown[]): void | Promise<void>;
  /** Resolves to what makes the module that it exposes as `name`. */
  get(name: string): Promise<() => unknown>;
}

/**
 * The container as the federation runtime takes it. In place of the page's share scope it has its
 * own. The time in which a module of it loads and starts is limited.
 */
export function confined(container: Container, entry: string, scope: ShareScope) {
  const options = { version: '', shareScopeKeys: 'default' };
  // Not enumerable, as in the runtime: a container's own instance takes enumerable ones for settings.
  Object.defineProperty(options, 'shareScopeMap', { value: { default: scope } });
  let started = false;
  const begin = async (name: string): Promise<unknown> => {
    if (!started) await container.init(scope, [], options);
    started = true;
    return (await container.get(name))();
  };
  return {
    // The container is initialized by `get`: of an error here the runtime passes on only the message.
    init: () => {},
    get: (name: string) => () => withTimeout(entry, begin(name)),
  };
}

function isContainer(value: unknown): value is Container {
  return isRecord(value) && typeof value.init === 'function' && typeof value.get === 'function';
}
