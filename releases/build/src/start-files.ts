import type { ChunkGroup, Compilation, Compiler } from '@rspack/core';
import { routesChunk } from './federation.ts';

/**
 * Writes which files start the app: `entry.json`, what a page loads to start the shell, in order;
 * and `mf-manifest.json`, what loading a remote's container and its `./routes` needs. Both are for
 * the release document, so that a page can ask for everything at once.
 */
export class StartFilesPlugin {
  readonly #globalName: string;

  /** `globalName` is the variable that a remote's container is put in. */
  constructor(globalName: string) {
    this.#globalName = globalName;
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
