import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RspackPluginInstance } from '@rspack/core';
import { packageOf } from '@tallystick/contract/package-of';
import { type SbomPackage, sbomFile } from '@tallystick/contract/sbom';
import type { App } from '../app.ts';
import { singletonsOf } from '../singletons.ts';
import { packagesIn, packagesOfFiles } from './packages-in.ts';
import { sbomOf } from './sbom-of.ts';

/**
 * Writes `sbom.json` beside the files of a build. It names each installed package whose code is in it, also in the
 * server's entry. What it takes of the page is there by the version that it was built with.
 *
 * @param copied files of packages that are copied into the build as they are
 */
export function writtenSbom(
  { folder, name, declaration }: App,
  buildId: string,
  copied: readonly string[],
): RspackPluginInstance {
  return {
    apply({ hooks }) {
      // The server's entry is compiled after the rest was written.
      hooks.afterEmit.tap('written-sbom', (compilation) => {
        const singletons = new Map(
          singletonsOf(folder).map(({ request, version }): [string, SbomPackage] => {
            const of = packageOf(request);
            return [`${of}@${version}`, { name: of, version }];
          }),
        );
        const isShell = declaration === null;
        const inside = [...packagesIn(compilation), ...packagesOfFiles(copied)].map((found) => {
          const isGiven = isShell && singletons.has(`${found.name}@${found.version}`);
          return { ...found, ...(isGiven && { shared: 'given' as const }) };
        });
        const taken = [...(isShell ? [] : singletons.values())].map((one) => ({
          ...one,
          shared: 'taken' as const,
        }));
        const document = sbomOf({ name, version: buildId }, [...inside, ...taken]);
        writeFileSync(join(compilation.outputOptions.path ?? '', sbomFile), document);
      });
    },
  };
}
