import type { ChunkGroup, Compilation, Compiler } from '@rspack/core';
import type { App } from './app.ts';
import { ownSingletonFiles } from './singletons.ts';

/**
 * Writes `entry.json`: the files that a page loads to start the shell, in order, and what each singleton of
 * `@tallystick/shared` that it provides really exports, as the bundler found it: the registry holds
 * that to its version.
 */
export class StartFilesPlugin {
  readonly #singletons: Readonly<Record<string, string>>;

  constructor({ declaration, folder }: App) {
    this.#singletons = declaration === null ? ownSingletonFiles(folder) : {};
  }

  apply(compiler: Compiler): void {
    const { sources, Compilation } = compiler.webpack;
    compiler.hooks.compilation.tap('StartFilesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'StartFilesPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const { js, css } = filesOf(compilation.entrypoints.get('main'));
          const provides = exportsOf(compilation, this.#singletons);
          const content = JSON.stringify({ scripts: js, styles: css, provides });
          compilation.emitAsset('entry.json', new sources.RawSource(content));
        },
      );
    });
  }
}

/** The names that modules export, by what apps import; `files`: where each is. */
function exportsOf(
  compilation: Compilation,
  files: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const names = new Map<string, string[]>();
  for (const module of compilation.modules) {
    const file = module.nameForCondition();
    const provided = compilation.moduleGraph.getProvidedExports(module);
    if (file && Array.isArray(provided)) names.set(file, provided.toSorted());
  }
  return Object.fromEntries(
    Object.entries(files).map(([request, file]) => {
      const found = names.get(file);
      if (found === undefined) throw new Error(`${request} is not in the build, or has no exports`);
      return [request, found];
    }),
  );
}

function filesOf(group: ChunkGroup | undefined): { js: string[]; css: string[] } {
  const files = [...(group?.getFiles() ?? [])];
  return {
    js: files.filter((file) => file.endsWith('.js')),
    css: files.filter((file) => file.endsWith('.css')),
  };
}
