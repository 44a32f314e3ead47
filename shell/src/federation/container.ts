import type { RemoteBuild } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';
import { LoadFailure, within } from './load-failure.ts';
import { loadScript, loadStyle } from './load-file.ts';
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

/** Milliseconds that each file that starts a build may take, and its code to begin. */
const patience = 20_000;

/**
 * Loads what a build of a remote exposes as `./routes`. Each build has a container of its own, so
 * that several builds of one remote can run in a page one after the other. After a failure it may be
 * tried again; only files that did not come are asked for again.
 *
 * @throws LoadFailure if a file is missing, has another hash than the release states or takes too
 * long; if the singletons do not fit; if the module itself throws. Another error if the release does
 * not state what is needed.
 */
export async function loadModule(
  remote: RemoteBuild,
  scope: () => Promise<object> = pageShareScope,
): Promise<unknown> {
  const { metaData, exposes } = v.parse(manifestSchema, remote.manifest);
  const assets = exposes.find(({ path }) => path === './routes')?.assets;
  const { globalName, remoteEntry } = metaData;
  const started = containerIn(globalName) !== null;
  // All at once: the container would ask for the others only when it is here. What is in the page
  // then, it does not ask for.
  await Promise.all([
    ...(started ? [] : [loadScript(remote, remoteEntry.name, patience)]),
    ...(assets?.js.sync ?? []).map((file) => loadScript(remote, file, patience)),
    ...(assets?.css.sync ?? []).map((file) => loadStyle(remote, file, patience)),
  ]);
  const container = containerIn(globalName);
  const entry = remote.base + remoteEntry.name;
  if (container === null) throw new LoadFailure('incomplete', `${entry} holds no container`);
  try {
    return await within(patience, entry, start(container, scope));
  } catch (cause) {
    if (cause instanceof LoadFailure) throw cause;
    throw new LoadFailure('incomplete', `${entry} does not begin`, cause);
  }
}

async function start(container: Container, scope: () => Promise<object>): Promise<unknown> {
  await container.init(await scope());
  const make = await container.get('./routes');
  return make();
}

function containerIn(globalName: string): Container | null {
  const present: unknown = Reflect.get(globalThis, globalName);
  return isContainer(present) ? present : null;
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
