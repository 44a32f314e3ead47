import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Compiler, Module } from '@rspack/core';
import * as v from 'valibot';
import { licenceSchema, licenceTexts } from './licences.ts';

const packageSchema = v.object({
  name: v.string(),
  version: v.string(),
  license: licenceSchema,
});
const name = 'LicencesPlugin';

/**
 * Writes `licenses.txt`: name, version and licence text of each installed package whose code is in the
 * build. The same bytes for the same packages.
 */
export class LicencesPlugin {
  apply(compiler: Compiler): void {
    const { sources, Compilation } = compiler.webpack;
    const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
    compiler.hooks.compilation.tap(name, (compilation) => {
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        const files = [...compilation.modules].flatMap(filesOf);
        const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []));
        const notices = new Set([...folders].map(noticeOf).sort());
        const text = [...notices].join(`\n${'-'.repeat(78)}\n\n`);
        compilation.emitAsset('licenses.txt', new sources.RawSource(text));
      });
    });
  }
}

/** The files that a module is made of: one, or those of the modules that were joined in it. */
function filesOf(module: Module): string[] {
  const own = module.nameForCondition();
  const joined = 'modules' in module && Array.isArray(module.modules) ? module.modules : [];
  return [...(own ? [own] : []), ...joined.flatMap(filesOf)];
}

/** The folder of the installed package that a file belongs to; null if it is the project's own. */
function packageFolder(file: string): string | null {
  if (!file.includes('/node_modules/')) return null;
  for (let folder = dirname(file); !folder.endsWith('/node_modules'); folder = dirname(folder)) {
    // Some packages mark folders of theirs as modules by a package.json without a name.
    const path = join(folder, 'package.json');
    if (existsSync(path) && v.is(packageSchema, JSON.parse(readFileSync(path, 'utf8')))) {
      return folder;
    }
  }
  return null;
}

function noticeOf(folder: string): string {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const { name, version, license } = v.parse(packageSchema, JSON.parse(text));
  return [`${name} ${version}, ${license}`, ...licenceTexts(folder)].join('\n\n').concat('\n');
}
