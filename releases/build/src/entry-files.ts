import type { Compiler } from '@rspack/core';

/** Writes `entry.json`: the files that a page loads to start the app's entry, in order. */
export class EntryFilesPlugin {
  apply(compiler: Compiler): void {
    const { sources, Compilation } = compiler.webpack;
    compiler.hooks.compilation.tap('EntryFilesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'EntryFilesPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const files = compilation.entrypoints.get('main')?.getFiles() ?? [];
          const entry = {
            scripts: files.filter((file) => file.endsWith('.js')),
            styles: files.filter((file) => file.endsWith('.css')),
          };
          compilation.emitAsset('entry.json', new sources.RawSource(JSON.stringify(entry)));
        },
      );
    });
  }
}
