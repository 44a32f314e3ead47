import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { licenceTexts } from '@tallystick/build/licences';
import { sbomOf } from '@tallystick/build/sbom/sbom-of';
import { done, type Outcome } from '@tallystick/start/outcome';
import { findApps, newestBuild } from '@tallystick/start/start/apps';
import { describedCommit } from '@tallystick/store/program-version';
import { ownPlatform, packageScope } from '@tallystick/store/server-programs';
import * as v from 'valibot';
import { inProject } from '../project.ts';
import { builds } from '../start/workspace.ts';
import { bundlePrograms } from './bundle.ts';
import { openToAll } from './open-to-all.ts';
import { packagesOf } from './packages.ts';
import { findPostgres } from './postgres-package.ts';
import { putInPlace } from './put-in-place.ts';
import { copied, programs } from './tree-files.ts';

/** Packages of ours whose code is in the tree, beside the apps. */
const served = ['backend', 'platform/site', 'platform/cli', 'platform/operations', 'site'];
/**
 * Files kept of the package with PostgreSQL: its programs, and the module that says where they are.
 * Programs cannot be bundled, so it stays a package.
 */
const keptPaths = ['package.json', 'LICENSE.md', 'dist/index.js', 'native'];

/**
 * Where a tree is made, in the folder that it is for. That folder may be a mount, or the only place
 * that we may write to.
 */
const draftName = '.tallystick-draft';

const packageSchema = v.object({ version: v.string() });

/**
 * Makes the prebuilt tree in `folder`. A tree that is there stays until all of the new one is made.
 * It is all that servers and commands need beside Node 24 on a platform, with the apps' newest
 * builds, which must have been built.
 */
export async function makeTree(folder: string, platform = ownPlatform): Promise<Outcome> {
  // A file in its place counts as something else, too.
  const isNew = !existsSync(folder);
  const before = isNew ? [] : await readdir(folder).catch(() => [folder]);
  const isOurs = before.includes('tallystick.js') || before.includes(draftName);
  if (before.length > 0 && !isOurs) {
    return { ok: false, problem: `${folder} holds something else: name a folder that is empty.` };
  }
  const draft = join(folder, draftName);
  // A run that was ended may have left one.
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  // An empty folder keeps the mode that somebody gave it. That of another user cannot be changed.
  if (isNew || isOurs) await chmod(folder, 0o755).catch(() => {});
  let isWhole = false;
  try {
    const written = await writeTree(draft, platform);
    isWhole = written.ok;
    if (!written.ok) return written;
  } finally {
    if (!isWhole) await rm(draft, { recursive: true, force: true });
  }
  await openToAll(draft);
  // If this fails, the draft stays, so that the next run knows that the folder is ours.
  await putInPlace(draft, folder);
  return done;
}

async function writeTree(folder: string, platform: string): Promise<Outcome> {
  const apps = findApps(builds);
  for (const app of apps) {
    const build = newestBuild(app);
    if (build === undefined) return { ok: false, problem: `${app.folder} is not built.` };
    if (app.published) {
      await cp(inProject(app.folder, 'dist', build), join(folder, 'apps', app.folder), {
        recursive: true,
      });
    }
  }
  const found = await findPostgres(platform);
  if (!found.ok) return found;
  await bundlePrograms(folder, programs);
  for (const path of copied) {
    await cp(inProject(path), join(folder, path), { recursive: true });
  }
  await keepPackage(found.value, join(folder, 'node_modules', packageScope, platform));
  const { version } = v.parse(
    packageSchema,
    JSON.parse(await readFile(inProject('package.json'), 'utf8')),
  );
  const packages = packagesOf([
    ...[...served, ...apps.map((app) => app.folder)].map((path) => inProject(path)),
    found.value,
  ]);
  const notices = packages.map((found) =>
    [`${found.name} ${found.version} (${found.license})`, ...licenceTexts(found.folder)].join(
      '\n\n',
    ),
  );
  await writeFile(join(folder, 'licenses.txt'), `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
  await writeFile(join(folder, 'sbom.json'), sbomOf({ name: 'tallystick', version }, packages));
  const content = {
    name: 'tallystick',
    version,
    commit: describedCommit(),
    license: 'MIT',
    type: 'module',
    engines: { node: '>=24' },
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
  return done;
}

async function keepPackage(source: string, target: string): Promise<void> {
  for (const path of keptPaths) {
    // Its libraries are linked to each other by their names.
    const asTheyAre = { recursive: true, verbatimSymlinks: true };
    await cp(join(source, path), join(target, path), asTheyAre);
  }
}
