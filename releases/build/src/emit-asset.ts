import type { Compilation, Compiler } from '@rspack/core';

/**
 * Adds a file to what a bundler writes.
 *
 * @param stage when: `report` once all else is there, `additional` while others still add
 * @param contentOf its text, by what was compiled
 */
export function emitAsset(
  { hooks, webpack }: Compiler,
  file: string,
  stage: 'report' | 'additional',
  contentOf: (compilation: Compilation) => string,
): void {
  const { sources, Compilation: stages } = webpack;
  const at = {
    report: stages.PROCESS_ASSETS_STAGE_REPORT,
    additional: stages.PROCESS_ASSETS_STAGE_ADDITIONAL,
  };
  hooks.compilation.tap(file, (compilation) => {
    compilation.hooks.processAssets.tap({ name: file, stage: at[stage] }, () => {
      compilation.emitAsset(file, new sources.RawSource(contentOf(compilation)));
    });
  });
}
