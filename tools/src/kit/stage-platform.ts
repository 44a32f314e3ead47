import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describedCommit } from '@tallystick/store/program-version';
import * as v from 'valibot';
import { bundlePrograms } from '../prebuilt/bundle.ts';
import { inProject } from '../project.ts';
import { compileWhole, stateVersions } from './stage-package.ts';
import { readVersions } from './versions.ts';

/** The program, and what it runs as threads and processes, from where their starters look. */
const programs = {
  tallystick: 'platform/program/src/tallystick.ts',
  'platform/registry/parts/errors/source-maps/map-worker':
    'platform/registry/parts/errors/source-maps/map-worker.ts',
  'platform/site/src/rendering/render-process': 'platform/site/src/rendering/render-process.mjs',
  'platform/start/src/process/end-with-parent': 'platform/start/src/process/end-with-parent.ts',
};
/** What it looks for at run time, at the same path as in the sources, and what its messages lead people to. */
export const copied: readonly string[] = [
  'docs',
  'platform/console/dist',
  'platform/program/template',
  'platform/site/dist',
  'platform/site/src/rendering/sandbox/enter.sh',
  'platform/store/src/local-server/supervise.sh',
  'LICENSE',
];

const packageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.string(),
    optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
  }),
);

/**
 * Writes what is packed of the platform's program: the servers and commands of a site, and what its definition imports;
 * `compiled` as for `compileWhole`.
 */
export async function stagePlatform(stage: string, compiled: string): Promise<void> {
  await bundlePrograms(stage, programs);
  for (const path of copied) {
    await cp(inProject(path), join(stage, path), { recursive: true });
  }
  await stateVersions(stage);
  await compileWhole('platform/site', join(stage, 'dist'), compiled);
  const file = join(stage, 'tallystick.js');
  const program = await readFile(file, 'utf8');
  await writeFile(file, `#!/usr/bin/env node\n${program.replace(/^#!.*\n/, '')}`);
  const { version } = await readPackage('platform/program');
  const { optionalDependencies } = await readPackage('platform/store');
  const { catalog } = readVersions();
  const exactly = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, catalog.get(name)]));
  const content = {
    name: '@tallystick/platform',
    version,
    // The program names it, as in backups; from where it is installed git would tell of the site.
    commit: describedCommit(),
    license: 'MIT',
    type: 'module',
    engines: { node: '>=24' },
    bin: { tallystick: './tallystick.js' },
    exports: {
      './define-site': {
        types: './dist/definition/define-site.d.ts',
        default: './dist/definition/define-site.js',
      },
      './package.json': './package.json',
    },
    dependencies: exactly(['valibot']),
    // PostgreSQL for this machine, which keeps what is released.
    optionalDependencies: exactly(Object.keys(optionalDependencies)),
  };
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}

async function readPackage(folder: string) {
  const text = await readFile(inProject(folder, 'package.json'), 'utf8');
  return v.parse(packageSchema, text);
}
