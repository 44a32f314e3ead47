import type { Compiler } from '@rspack/core';

/** Writes `entry.json`: the files that a page loads to start the shell, in order. */
export class StartFilesPlugin {
  apply(compiler: Compiler): void {
    const { sources, Compilation } = compiler.webpack;
    compiler.hooks.compilation.tap('StartFilesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'StartFilesPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const files = compilation.entrypoints.get('main')?.getFiles() ?? [];
          const [scripts, styles] = ['.js', '.css'].map((ending) =>
            files.filter((file) => file.endsWith(ending)),
          );
          const content = JSON.stringify({ scripts, styles });
          compilation.emitAsset('entry.json', new sources.RawSource(content));
        },
      );
    });
  }
}
