import type { RemoteRelease } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';
import { pageShareScope } from './share-scope.ts';

/** What a remote's entry puts in its global variable: the bundler's interface between apps. */
interface Container {
  /** Gives it the page's singletons; once, or again with the same scope. */
  init(scope: object): unknown;
  /** Resolves to what makes the module that it exposes as `name`. */
  get(name: string): Promise<() => unknown>;
}

const filesSchema = v.object({ sync: v.array(v.string()) });
const manifestSchema = v.object({
  metaData: v.object({
    globalName: v.string(),
    remoteEntry: v.object({ name: v.string() }),
  }),
  exposes: v.array(
    v.object({ path: v.string(), assets: v.object({ js: filesSchema, css: filesSchema }) }),
  ),
});

/** Milliseconds that a remote's entry may take; chunks have the bundler's own limit. */
const patience = 20_000;
const loading = new Map<string, Promise<Container>>();

/**
 * Loads what a build of a remote exposes as `./routes`. Each build has a container of its own, so
 * that several builds of one remote can run in a page one after the other. Again: the same module;
 * after a failure, a new attempt.
 *
 * @throws if a file is missing, has another hash than the release states, is not part of it or takes
 * too long; if the singletons do not fit; if the module itself throws.
 */
export async function loadModule(
  remote: RemoteRelease,
  scope: () => Promise<object> = pageShareScope,
): Promise<unknown> {
  const manifest = v.parse(manifestSchema, remote.manifest);
  const { js, css } = manifest.exposes.find(({ path }) => path === './routes')?.assets ?? {
    js: { sync: [] },
    css: { sync: [] },
  };
  // All at once: the container would ask for them only when it is here.
  for (const file of js.sync) preload(remote, file, 'script');
  for (const file of css.sync) preload(remote, file, 'style');
  const { globalName, remoteEntry } = manifest.metaData;
  const container = await containerOf(remote, globalName, remoteEntry.name);
  await container.init(await scope());
  const make = await container.get('./routes');
  return make();
}

function containerOf(remote: RemoteRelease, globalName: string, file: string): Promise<Container> {
  const present: unknown = Reflect.get(globalThis, globalName);
  if (isContainer(present)) return Promise.resolve(present);
  const running = loading.get(globalName);
  if (running !== undefined) return running;
  const started = loadScript(remote, file)
    .then(() => {
      const arrived: unknown = Reflect.get(globalThis, globalName);
      if (isContainer(arrived)) return arrived;
      throw new Error(`${remote.base}${file} holds no container`);
    })
    .finally(() => loading.delete(globalName));
  loading.set(globalName, started);
  return started;
}

function isContainer(value: unknown): value is Container {
  return (
    typeof value === 'object' &&
    value !== null &&
    'init' in value &&
    typeof value.init === 'function' &&
    'get' in value &&
    typeof value.get === 'function'
  );
}

function loadScript(remote: RemoteRelease, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = remote.base + file;
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.integrity = integrityOf(remote, file);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      script.remove();
      settle();
    };
    const timer = setTimeout(
      () => end(() => reject(new Error(`${script.src} takes too long`))),
      patience,
    );
    script.onload = () => end(resolve);
    // The browser does not say whether it was missing or had another hash.
    script.onerror = () => end(() => reject(new Error(`${script.src} did not load`)));
    document.head.append(script);
  });
}

/** Asks for a file ahead of whoever will use it, unless the page itself did. */
function preload(remote: RemoteRelease, file: string, as: 'script' | 'style'): void {
  const integrity = integrityOf(remote, file);
  const href = remote.base + file;
  const asked = [...document.querySelectorAll('link')];
  if (asked.some((link) => link.getAttribute('href') === href)) return;
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = as;
  link.crossOrigin = 'anonymous';
  link.integrity = integrity;
  link.href = href;
  document.head.append(link);
}

/** What the release does not know is refused, not let through. */
function integrityOf(remote: RemoteRelease, file: string): string {
  const integrity = remote.files[file];
  if (integrity === undefined) throw new Error(`${remote.base}${file} is not part of this release`);
  return integrity;
}
