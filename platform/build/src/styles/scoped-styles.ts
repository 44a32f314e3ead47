import type { RspackPluginInstance } from '@rspack/core';
import { scopeStyles } from './scope-styles.ts';

/** Scopes all style sheets of a remote to what it shows, before their names and hashes are made. */
export function scopedStyles(app: string): RspackPluginInstance {
  return {
    apply({ hooks, webpack: { sources, Compilation } }) {
      // After the minimizer: the sheet stays as compact as that has made it.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
      hooks.thisCompilation.tap('scoped-styles', (compilation) => {
        compilation.hooks.processAssets.tap({ name: 'scoped-styles', stage }, (assets) => {
          for (const path of Object.keys(assets).filter((file) => file.endsWith('.css'))) {
            compilation.updateAsset(path, (source) => {
              return new sources.RawSource(scopeStyles(source.source().toString(), app));
            });
          }
        });
      });
    },
  };
}
