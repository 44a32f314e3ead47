import type { RemoteRelease } from '@tallystick/shared/contracts/release';
import { isRemoteModule, type RemoteModule } from './remote-module.ts';
import type { Running } from './running.ts';

export type RemoteLoad =
  | { ok: true; remote: RemoteModule }
  | { ok: false; code: 'unavailable' | 'incomplete'; error: unknown };

/** The builds of remotes in this page. Several builds of one remote may be loaded, side by side. */
export interface Builds {
  /** Loads a build; never rejects. One that loaded is kept, a failure is tried again. */
  load(remote: RemoteRelease): Promise<RemoteLoad>;
  /** The module of a build that has loaded, else null. */
  loaded(remote: Pick<RemoteRelease, 'name' | 'build'>): RemoteModule | null;
}

/** `loadModule` brings what a build exposes, or rejects; `running` is told how it went. */
export function createBuilds(
  loadModule: (remote: RemoteRelease) => Promise<unknown>,
  running: Pick<Running, 'loaded' | 'failed'>,
): Builds {
  const modules = new Map<string, RemoteModule>();
  const attempts = new Map<string, Promise<RemoteLoad>>();

  async function attempt(remote: RemoteRelease): Promise<RemoteLoad> {
    const load = await tryToLoad(remote);
    const { name, build } = remote;
    if (load.ok) {
      modules.set(keyOf(remote), load.remote);
      running.loaded(name, build);
    } else {
      console.error(`${name} ${build} did not load.`, load.error);
      running.failed(name, build, load.code);
    }
    attempts.delete(keyOf(remote));
    return load;
  }

  async function tryToLoad(remote: RemoteRelease): Promise<RemoteLoad> {
    try {
      const module = await loadModule(remote);
      const paths = remote.declaration.routes.map(({ path }) => path);
      if (!isRemoteModule(module, paths)) {
        return { ok: false, code: 'incomplete', error: `${remote.name} lacks a declared page` };
      }
      // What runs is what the code itself says, not what was asked for.
      if (module.build !== remote.build) {
        return { ok: false, code: 'incomplete', error: `${module.build} came in its place` };
      }
      return { ok: true, remote: module };
    } catch (error) {
      return { ok: false, code: 'unavailable', error };
    }
  }

  return {
    loaded: (remote) => modules.get(keyOf(remote)) ?? null,
    load(remote) {
      const loaded = modules.get(keyOf(remote));
      if (loaded !== undefined) return Promise.resolve({ ok: true, remote: loaded });
      const started = attempts.get(keyOf(remote)) ?? attempt(remote);
      attempts.set(keyOf(remote), started);
      return started;
    },
  };
}

function keyOf({ name, build }: Pick<RemoteRelease, 'name' | 'build'>): string {
  return `${name}@${build}`;
}
