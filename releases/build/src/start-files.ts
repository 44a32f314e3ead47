import type { ChunkGroup, Compiler } from '@rspack/core';

/** Writes `entry.json`: the files that a page loads to start the shell, in order. */
export class StartFilesPlugin {
  apply(compiler: Compiler): void {
    const { sources, Compilation } = compiler.webpack;
    compiler.hooks.compilation.tap('StartFilesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'StartFilesPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const { js, css } = filesOf(compilation.entrypoints.get('main'));
          const content = JSON.stringify({ scripts: js, styles: css });
          compilation.emitAsset('entry.json', new sources.RawSource(content));
        },
      );
    });
  }
}

function filesOf(group: ChunkGroup | undefined): { js: string[]; css: string[] } {
  const files = [...(group?.getFiles() ?? [])];
  return {
    js: files.filter((file) => file.endsWith('.js')),
    css: files.filter((file) => file.endsWith('.css')),
  };
}
