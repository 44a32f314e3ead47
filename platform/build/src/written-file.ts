import type { Compilation, RspackPluginInstance } from '@rspack/core';

/**
 * A plugin that writes one more file into a build.
 *
 * @param stage `ADDITIONAL`: with what is compiled; `REPORT`: when all else is as it stays
 */
export function writtenFile(
  file: string,
  stage: 'ADDITIONAL' | 'REPORT',
  contentOf: (compilation: Compilation) => string,
): RspackPluginInstance {
  return {
    apply({ hooks, webpack: { sources, Compilation } }) {
      const tap = { name: file, stage: Compilation[`PROCESS_ASSETS_STAGE_${stage}`] };
      hooks.compilation.tap(file, (compilation) => {
        compilation.hooks.processAssets.tap(tap, () => {
          compilation.emitAsset(file, new sources.RawSource(contentOf(compilation)));
        });
      });
    },
  };
}
