import { spawn } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inProject } from '@tallystick/tools/src/project.ts';
import * as v from 'valibot';
import type { Variant } from './variant.ts';

const currentSchema = v.object({ build: v.string() });
const made = ['node_modules', 'dist', '.tsbuild'];
/** Milliseconds that a build may take. */
const maxBuildMs = 240_000;

/** What to put where in the sources of an app: file, what stands there, what shall. */
export type Edit = readonly [file: string, from: string, to: string];

/** Copies what the project has at a path, without what was made of it. */
export async function copySources(path: string, to: string): Promise<void> {
  const from = inProject(path);
  const filter = (file: string) => !made.includes(file.slice(from.length + 1));
  await cp(from, to, { recursive: true, filter });
}

/**
 * Builds an app from the sources in `folder`.
 *
 * @throws Error with what the build preset says.
 */
export async function buildIn(folder: string, app: string): Promise<Variant> {
  const cli = inProject('platform/build/src/cli.ts');
  const building = spawn(process.execPath, [cli, folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: maxBuildMs,
  });
  const ended = new Promise((resolve) => building.on('close', resolve));
  const said = await Promise.all([text(building.stdout), text(building.stderr)]);
  if ((await ended) !== 0) throw new Error(`${app} could not be built:\n${said.join('\n')}`);
  const current = await readFile(join(folder, 'dist/current.json'), 'utf8');
  const { build } = v.parse(currentSchema, JSON.parse(current));
  return { app, build, folder: join(folder, 'dist', build) };
}

/** Makes an edit in the sources in `folder`. */
export async function applyEdit(folder: string, [file, from, to]: Edit): Promise<void> {
  const path = join(folder, file);
  if (from === '') return writeFile(path, to);
  const before = await readFile(path, 'utf8');
  if (!before.includes(from)) throw new Error(`${file} does not hold: ${from}`);
  await writeFile(path, before.replace(from, to));
}
