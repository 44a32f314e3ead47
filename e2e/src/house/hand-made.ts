import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type House, runRelease } from './house.ts';

/** A remote whose modules are written by hand, without a bundler. */
interface HandMade {
  readonly app: string;
  readonly version: string;
  readonly paths: readonly string[];
  /** What `remote.json` says beside its pages. */
  readonly more?: object;
  /**
   * JavaScript of an object: by expose, what makes a module. It is given the page's singletons: `h` (`createElement`),
   * `react`, `router` and `composition`.
   */
  readonly modules: string;
}

/**
 * Publishes one, and answers its build.
 *
 * @param within a folder that goes with the test
 */
export async function publishHandMade(
  { environment }: Pick<House, 'environment'>,
  within: string,
  { app, version, paths, more = {}, modules }: HandMade,
): Promise<string> {
  const folder = join(within, `${app}-${version}`);
  const name = `${app.replaceAll('-', '_')}_${version.replaceAll('.', '_')}`;
  const assets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
  const declaration = {
    name: app,
    title: app,
    routes: paths.map((path) => ({ path, page: app })),
    menu: [],
    ...more,
  };
  const widgets = 'exposes' in more && Array.isArray(more.exposes) ? more.exposes.map(String) : [];
  const manifest = {
    id: name,
    name,
    metaData: {
      name,
      type: 'app',
      buildInfo: { buildVersion: version, buildName: app },
      remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
      globalName: name,
      publicPath: 'auto',
    },
    shared: [],
    remotes: [],
    exposes: ['./routes', ...widgets].map((path) => {
      const own = path.slice(2);
      return { id: `${name}:${own}`, name: own, path, assets };
    }),
  };
  const entry = `globalThis.${name} = {
  async init(scope) {
    const take = async (name) => (await Object.values(scope[name])[0].get())();
    const react = await take('react');
    const router = await take('@tallystick/shared/router');
    const composition = await take('@tallystick/shared/composition');
    this.modules = ((h, react, router, composition) => (${modules}))(react.createElement, react, router, composition);
  },
  async get(name) {
    return () => this.modules[name]();
  },
};`;
  await mkdir(folder);
  await writeFile(join(folder, 'remoteEntry.js'), entry);
  await writeFile(join(folder, 'mf-manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'remote.json'), JSON.stringify(declaration));
  const said = await runRelease({ ...environment }, 'publish', folder, '--version', version);
  const [, build] = new RegExp(`${app}@(\\S+)`).exec(said) ?? [];
  if (build === undefined) throw new Error(said);
  return build;
}
