import type { RemoteBuild } from '@tallystick/shared/contracts/release';
import { isReplacedHere, type ReleaseMachine } from '../release/release-machine.ts';
import { markStarting } from '../release/starting.ts';
import { failureKind } from './failure-kind.ts';
import { type LoadCode, LoadFailure } from './load-failure.ts';
import type { LoadModule } from './load-module.ts';
import { isRemoteModule, type RemoteModule } from './remote-module.ts';

export type RemoteLoad =
  | { ok: true; remote: RemoteModule }
  | { ok: false; code: LoadCode; error: unknown; replaced: boolean };

/** The builds of remotes in this page. Several builds of one remote may be loaded, side by side. */
export interface Builds {
  /** Loads a build; never rejects. One that loaded is kept, a failure is tried again. */
  load(remote: RemoteBuild): Promise<RemoteLoad>;
  /** Resolves, once no load of it is under way, to whether it has loaded. */
  settled(remote: Pick<RemoteBuild, 'name' | 'build'>): Promise<boolean>;
  /** The module of a build that has loaded, else null. */
  loaded(remote: Pick<RemoteBuild, 'name' | 'build'>): RemoteModule | null;
}

/** `loadModule` brings what a build exposes, or rejects; `release` is told how it went. */
export function createBuilds(
  loadModule: LoadModule,
  release: Pick<ReleaseMachine, 'state' | 'dispatch'>,
): Builds {
  const modules = new Map<string, RemoteModule>();
  const attempts = new Map<string, Promise<RemoteLoad>>();

  async function attempt(remote: RemoteBuild): Promise<RemoteLoad> {
    const build = { app: remote.name, build: remote.build };
    const began = performance.now();
    markStarting(build);
    try {
      const module = checked(remote, await loadModule(remote));
      modules.set(keyOf(remote), module);
      const took = Math.round(performance.now() - began);
      release.dispatch({ type: 'loaded', build, took });
      return { ok: true, remote: module };
    } catch (error) {
      console.error(`${remote.name} ${remote.build} did not load.`, error);
      const code = error instanceof LoadFailure ? error.code : 'unavailable';
      release.dispatch({ type: 'failed', build, kind: failureKind(error, 'load') });
      return { ok: false, code, error, replaced: isReplacedHere(release.state(), build) };
    } finally {
      markStarting(null);
      attempts.delete(keyOf(remote));
    }
  }

  return {
    loaded: (remote) => modules.get(keyOf(remote)) ?? null,
    async settled(remote) {
      await attempts.get(keyOf(remote));
      return modules.has(keyOf(remote));
    },
    load(remote) {
      const loaded = modules.get(keyOf(remote));
      if (loaded !== undefined) return Promise.resolve({ ok: true, remote: loaded });
      const started = attempts.get(keyOf(remote)) ?? attempt(remote);
      attempts.set(keyOf(remote), started);
      return started;
    },
  };
}

function checked({ name, build, declaration }: RemoteBuild, module: unknown): RemoteModule {
  try {
    if (
      isRemoteModule(
        module,
        declaration.routes.map(({ path }) => path),
      )
    ) {
      // Code that says which build it is must be the one that was asked for.
      if (module.build === undefined || module.build === build) return module;
      throw new Error(`${module.build} came in its place`);
    }
    throw new Error('it lacks a declared page');
  } catch (cause) {
    // What a module exports may throw as it is looked at, too.
    throw new LoadFailure('incomplete', `${name} is not what was asked for`, cause);
  }
}

function keyOf({ name, build }: Pick<RemoteBuild, 'name' | 'build'>): string {
  return `${name}@${build}`;
}
