import type { ReleaseDocument, RemoteRelease } from '@tallystick/shared/contracts/release';
import { loadModule } from './container.ts';
import { isRemoteModule, type RemoteModule } from './remote-module.ts';

export type RemoteLoad =
  | { ok: true; remote: RemoteModule }
  | { ok: false; code: 'unavailable' | 'incomplete'; error: unknown };

/** The remotes of one release, each loaded when one of its routes is first visited. */
export interface Remotes {
  readonly list: readonly RemoteRelease[];
  /** Loads a remote; never rejects. A remote that loaded is kept, a failure is tried again. */
  load(name: string): Promise<RemoteLoad>;
  /** The module of a remote that has loaded, else null. */
  loaded(name: string): RemoteModule | null;
}

/** The remotes of `release`; none is loaded yet. */
export function openRemotes(release: ReleaseDocument): Remotes {
  const modules = new Map<string, RemoteModule>();
  const attempts = new Map<string, Promise<RemoteLoad>>();

  async function attempt(release: RemoteRelease): Promise<RemoteLoad> {
    try {
      const module = await loadModule(release);
      const paths = release.declaration.routes.map(({ path }) => path);
      if (!isRemoteModule(module, paths)) {
        return { ok: false, code: 'incomplete', error: `${release.name} lacks a declared page` };
      }
      modules.set(release.name, module);
      return { ok: true, remote: module };
    } catch (error) {
      console.error(`${release.name} ${release.build} did not load.`, error);
      return { ok: false, code: 'unavailable', error };
    } finally {
      attempts.delete(release.name);
    }
  }

  return {
    list: release.remotes,
    loaded: (name) => modules.get(name) ?? null,
    load(name) {
      const loaded = modules.get(name);
      if (loaded !== undefined) return Promise.resolve({ ok: true, remote: loaded });
      const running = attempts.get(name);
      if (running !== undefined) return running;
      const remote = release.remotes.find((candidate) => candidate.name === name);
      if (remote === undefined) {
        return Promise.resolve({ ok: false, code: 'unavailable', error: `no remote ${name}` });
      }
      const started = attempt(remote);
      attempts.set(name, started);
      return started;
    },
  };
}
