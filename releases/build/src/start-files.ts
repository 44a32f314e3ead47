import type { ChunkGroup, Compilation, Compiler } from '@rspack/core';
import type { App } from './app.ts';
import { routesChunk } from './federation.ts';
import { installedSingletons } from './singletons.ts';

/**
 * Writes which files start the app: `entry.json`, what a page loads to start the shell, in order;
 * and `mf-manifest.json`, what loading a remote's container and its `./routes` needs. Both are for
 * the release document, so that a page can ask for everything at once. The manifest also states the
 * singletons, which the shell provides and a remote needs, so that the registry can refuse a remote
 * that does not fit.
 */
export class StartFilesPlugin {
  readonly #globalName: string;
  readonly #shared: readonly object[];

  /** `globalName` is the variable that a remote's container is put in. */
  constructor(app: App, globalName: string) {
    this.#globalName = globalName;
    const { declaration, folder } = app;
    this.#shared = installedSingletons(folder).map(({ request, version }) =>
      declaration === null
        ? { name: request, version, singleton: true }
        : { name: request, requiredVersion: `^${version}`, singleton: true },
    );
  }

  apply(compiler: Compiler): void {
    const { sources, Compilation } = compiler.webpack;
    compiler.hooks.compilation.tap('StartFilesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'StartFilesPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const main = filesOf(compilation.entrypoints.get('main'));
          const write = (name: string, content: object) =>
            compilation.emitAsset(name, new sources.RawSource(JSON.stringify(content)));
          write('entry.json', { scripts: main.js, styles: main.css });
          write('mf-manifest.json', {
            metaData: {
              globalName: this.#globalName,
              remoteEntry: { name: 'remote-entry.js', type: 'var' },
            },
            shared: this.#shared,
            exposes: exposed(compilation),
          });
        },
      );
    });
  }
}

function exposed(compilation: Compilation): object[] {
  const routes = compilation.namedChunkGroups.get(routesChunk);
  if (routes === undefined) return [];
  const { js, css } = filesOf(routes);
  return [
    { path: './routes', assets: { js: { sync: js, async: [] }, css: { sync: css, async: [] } } },
  ];
}

function filesOf(group: ChunkGroup | undefined): { js: string[]; css: string[] } {
  const files = [...(group?.getFiles() ?? [])];
  return {
    js: files.filter((file) => file.endsWith('.js')),
    css: files.filter((file) => file.endsWith('.css')),
  };
}
