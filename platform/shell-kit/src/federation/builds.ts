import type { RemoteBuild } from '@tallystick/contract/release';
import type { Result } from '@tallystick/contract/result';
import { routesInReact, widgetInReact } from '../mounted/in-react.ts';
import { type Build, nameOfBuild } from '../release/build.ts';
import type { Releases } from '../release/releases.ts';
import { failureKind, LoadFailure } from './load-failure.ts';
import type { LoadModule } from './load-module.ts';
import { isExposedRoutes, isExposedWidget, lackOf, type RemoteModule } from './remote-module.ts';

export type Load<Module> = Result<Module, { ok: false; error: unknown; replaced: boolean }>;

/** The builds of remotes in this page. Several builds of one remote may be loaded, side by side. */
export type Builds = ReturnType<typeof createBuilds>;

/** `loadModule` brings what a build exposes, or rejects; `release` is told how it went. */
export function createBuilds(
  loadModule: LoadModule,
  release: Pick<Releases, 'dispatch' | 'coming' | 'noteError' | 'isReplaced'>,
) {
  const underWay = new Map<string, Promise<unknown>>();
  /** What came, by build and expose. */
  const loaded = new Set<string>();
  /** How to ask once more for what failed, by build and expose. */
  const failed = new Map<string, () => Promise<unknown>>();

  async function attempt<Exposed extends { build?: string }, Module>(
    remote: RemoteBuild,
    expose: string,
    isWhole: (module: unknown) => module is Exposed,
    inReact: (module: Exposed) => Promise<Module>,
  ): Promise<Load<Module>> {
    const build = { app: remote.name, build: remote.build };
    const began = performance.now();
    const came = release.coming(build);
    try {
      const exposed = checked(remote, await loadModule(remote, expose), expose, isWhole);
      const module = await inReact(exposed);
      const took = Math.round(performance.now() - began);
      release.dispatch({ type: 'loaded', build, took });
      return { ok: true, value: module };
    } catch (error) {
      console.error(`${remote.name} ${remote.build} did not load.`, error);
      const kind = failureKind(error);
      // What failed on the way to a file is no error of the build. At a misfit the cause is the federation
      // runtime's, which names a number alone.
      const cause = kind === 'incomplete' && error instanceof LoadFailure && error.cause;
      if (kind === 'incomplete' || kind === 'misfit')
        release.noteError(cause || error, { culprit: build });
      release.dispatch({ type: 'failed', build, kind });
      return { ok: false, error, replaced: release.isReplaced(build) };
    } finally {
      came();
    }
  }

  /** Loads once, and again after a failure. */
  function kept<Module>(load: (remote: RemoteBuild, expose: string) => Promise<Load<Module>>) {
    const loads = new Map<string, Promise<Load<Module>>>();
    const again = (remote: RemoteBuild, expose: string): Promise<Load<Module>> => {
      const build = nameOfBuild({ app: remote.name, build: remote.build });
      const key = `${build}${expose}`;
      const known = loads.get(key);
      if (known !== undefined) return known;
      failed.delete(key);
      const begun = load(remote, expose).then((result) => {
        if (result.ok) loaded.add(key);
        else {
          loads.delete(key);
          failed.set(key, () => again(remote, expose));
        }
        return result;
      });
      loads.set(key, begun);
      underWay.set(build, Promise.all([underWay.get(build), begun]));
      return begun;
    };
    return again;
  }

  const pages = kept((remote, expose) => {
    const paths = pathsOf(remote);
    return attempt(remote, expose, (module) => isExposedRoutes(module, paths), routesInReact);
  });
  const widgets = kept((remote, expose) => attempt(remote, expose, isExposedWidget, widgetInReact));

  return {
    /** Loads the pages of a build; never rejects. What loaded is kept, a failure is tried again. */
    load: (remote: RemoteBuild): Promise<Load<RemoteModule>> => pages(remote, './routes'),
    /** Whether the pages of a build have loaded, so that to load them runs nothing new. */
    hasPages: ({ name, build }: RemoteBuild) =>
      loaded.has(`${nameOfBuild({ app: name, build })}./routes`),
    /** As `load`, of a widget of a build. */
    widget: widgets,
    /** Loads again what did not come of a build; resolves when it has been tried. */
    retry(remote: RemoteBuild): Promise<unknown> {
      const name = nameOfBuild({ app: remote.name, build: remote.build });
      const tries = [...failed].filter(([key]) => key.startsWith(`${name}.`));
      return tries.length === 0
        ? pages(remote, './routes')
        : Promise.all(tries.map(([, load]) => load()));
    },
    /** Resolves, once no load of a build is under way, to whether anything of it has loaded. */
    async settled(build: Build) {
      await underWay.get(nameOfBuild(build));
      return [...loaded].some((key) => key.startsWith(`${nameOfBuild(build)}.`));
    },
  };
}

function checked<Module extends { build?: string }>(
  remote: RemoteBuild,
  module: unknown,
  expose: string,
  isWhole: (module: unknown) => module is Module,
): Module {
  const { name, build } = remote;
  let problem: string;
  try {
    if (!isWhole(module)) problem = lackOf(module, expose, pathsOf(remote));
    // Code that says which build it is must be the one that was asked for.
    else if (module.build === undefined || module.build === build) return module;
    else problem = `${module.build} came in its place`;
  } catch (cause) {
    // What a module exports may throw as it is looked at, too.
    throw new LoadFailure('incomplete', `${name} is not what was asked for`, cause);
  }
  throw new LoadFailure('incomplete', `${name} ${problem}`);
}

function pathsOf({ declaration }: RemoteBuild): string[] {
  return declaration.routes.map(({ path }) => path);
}
