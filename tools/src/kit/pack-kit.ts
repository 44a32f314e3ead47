import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { stagePackage } from './stage-package.ts';
import { stagePlatform } from './stage-platform.ts';
import { stageRelease } from './stage-release.ts';

const run = promisify(execFile);

/** Writes a package into a folder; packages that are inside several are compiled once, into another. */
type Stage = (stage: string, compiled: string) => Promise<void>;

const build: Stage = (stage, compiled) =>
  stagePackage(
    {
      folder: 'platform/build',
      extras: { templates: 'platform/build/templates' },
      commands: { 'tallystick-release': 'platform/cli/src/packed.ts' },
    },
    stage,
    compiled,
  );
const shared: Stage = (stage, compiled) =>
  stagePackage(
    {
      folder: 'shared',
      extras: {
        'remote.schema.json': 'shared/remote.schema.json',
        template: 'shared/template',
      },
      commands: {},
    },
    stage,
    compiled,
  );
const shellKit: Stage = (stage, compiled) =>
  stagePackage(
    {
      folder: 'platform/shell-kit',
      extras: {
        'README.md': 'platform/shell-kit/README.md',
        'remote.schema.json': 'platform/contract/remote.schema.json',
        public: 'platform/shell-kit/public',
      },
      commands: {},
    },
    stage,
    compiled,
  );

/**
 * What is packed: `team` for remotes of the ledger's site in other repositories, `site` for a site
 * on the platform.
 */
const kits = {
  team: { shared, build, release: stageRelease },
  site: { build, 'shell-kit': shellKit, platform: stagePlatform, release: stageRelease },
};
export type Kit = keyof typeof kits;

/**
 * Packs a kit into `target` with `npm pack`, one tarball a package, and returns their paths. Node
 * strips no types inside node_modules, so the packages hold JavaScript with declarations.
 *
 * @throws Error with what the compiler, the bundler or npm had to say.
 */
export async function packKit(target: string, kit: Kit): Promise<string[]> {
  await mkdir(target, { recursive: true });
  const staging = await mkdtemp(join(tmpdir(), 'tallystick-kit-'));
  const stages: Readonly<Record<string, Stage>> = kits[kit];
  try {
    const compiled = join(staging, 'compiled');
    const packages: string[] = [];
    for (const [name, write] of Object.entries(stages)) {
      const stage = join(staging, name);
      await mkdir(stage);
      await write(stage, compiled);
      packages.push(stage);
    }
    const words = ['pack', '--json', '--pack-destination', target, ...packages];
    const { stdout } = await run('npm', words, { cwd: staging });
    const packed = v.parse(packedSchema, JSON.parse(stdout));
    const tarballs = packed.map(({ filename }) => join(target, filename));
    await removeEarlier(target, Object.keys(stages), tarballs);
    return tarballs;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Removes tarballs of an earlier version: beside them nobody would know which to install. */
async function removeEarlier(
  target: string,
  names: readonly string[],
  tarballs: readonly string[],
): Promise<void> {
  const kept = tarballs.map((tarball) => basename(tarball));
  const isTarball = new RegExp(`^tallystick-(${names.join('|')})-\\d.*\\.tgz$`);
  for (const file of await readdir(target)) {
    if (isTarball.test(file) && !kept.includes(file)) await rm(join(target, file));
  }
}

const packedSchema = v.array(v.object({ filename: v.string() }));
