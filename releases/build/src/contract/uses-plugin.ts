import type { Compiler } from '@rspack/core';
import { singletonRequests } from '../singletons.ts';

/** What a build uses of each singleton: `useState`, or `ledger.party` of what is an object. */
export type Uses = Readonly<Record<string, readonly string[]>>;

/** The file in which the compilation leaves them. */
export const usesFile = 'uses.json';

/**
 * Writes what a remote really uses of the singletons, as the bundler found it: also in what is compiled in,
 * and without what is left out.
 */
export class UsesPlugin {
  apply(compiler: Compiler): void {
    const { sources, Compilation } = compiler.webpack;
    compiler.hooks.compilation.tap('UsesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'UsesPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const uses = new Map(singletonRequests.map((request) => [request, new Set<string>()]));
          for (const module of compilation.modules) {
            for (const { dependency } of compilation.moduleGraph.getOutgoingConnections(module)) {
              const { ids, request = '' } = dependency;
              if (ids !== undefined && ids.length > 0) uses.get(request)?.add(ids.join('.'));
            }
          }
          const found = [...uses].map(([request, paths]) => [request, [...paths].sort()]);
          const content = JSON.stringify(Object.fromEntries(found));
          compilation.emitAsset(usesFile, new sources.RawSource(content));
        },
      );
    });
  }
}
