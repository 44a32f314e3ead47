import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inProject } from '@tallystick/tools/src/project.ts';
import * as v from 'valibot';
import type { Variant } from './variant.ts';

const currentSchema = v.object({ build: v.string() });

/** What to put where in the sources of an app: file, what stands there, what shall. */
export type Edit = readonly [file: string, from: string, to: string];

/**
 * Builds an app of the house once more, from a copy of its sources with edits, as its team would: by
 * the build preset, from source to artifact. An edit of a file that is not there makes it.
 */
export async function buildOther(app: string, edits: readonly Edit[]): Promise<Variant> {
  const folder = join(await mkdtemp(join(tmpdir(), 'tallystick-build-')), app);
  await mkdir(folder);
  const source = inProject(app);
  await cp(source, folder, {
    recursive: true,
    filter: (path) => !['node_modules', 'dist', '.tsbuild'].includes(path.slice(source.length + 1)),
  });
  await symlink(join(source, 'node_modules'), join(folder, 'node_modules'));
  for (const edit of edits) await applyEdit(folder, edit);

  const cli = inProject('releases/build/src/cli.ts');
  const building = spawn(process.execPath, [cli, folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => building.on('close', resolve));
  const said = await Promise.all([text(building.stdout), text(building.stderr)]);
  if ((await ended) !== 0) throw new Error(`${app} could not be built:\n${said.join('\n')}`);
  const current = await readFile(join(folder, 'dist/current.json'), 'utf8');
  const { build } = v.parse(currentSchema, JSON.parse(current));
  return { app, build, folder: join(folder, 'dist', build) };
}

export async function removeBuild({ folder, app }: Variant): Promise<void> {
  const place = folder.slice(0, folder.lastIndexOf(`/${app}/dist/`));
  await rm(place, { recursive: true, force: true });
}

/** Makes an edit in the sources in `folder`. */
export async function applyEdit(folder: string, [file, from, to]: Edit): Promise<void> {
  const path = join(folder, file);
  if (from === '') return writeFile(path, to);
  const before = await readFile(path, 'utf8');
  if (!before.includes(from)) throw new Error(`${file} does not hold: ${from}`);
  await writeFile(path, before.replace(from, to));
}
