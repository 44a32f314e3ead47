import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { integrityOf } from '@tallystick/contract/file-hashes';
import { type Artifact, artifactSchema } from '@tallystick/contract/release';
import { inProject } from '@tallystick/tools/src/project.ts';
import * as v from 'valibot';

const texts = /\.(?:js|css|json)$/;
const changeable = /\.(?:js|css)$/;

/** What is known of an app's newest build, which the house has. */
export async function newestArtifact(app: string): Promise<Artifact> {
  const dist = inProject(app, 'dist');
  const read = async (path: string) => JSON.parse(await readFile(join(dist, path), 'utf8'));
  const { build } = v.parse(v.object({ build: v.string() }), await read('current.json'));
  return v.parse(artifactSchema, await read(join(build, 'artifact.json')));
}

type Change = (text: string, path: string) => string;

/** A build that was made from another one. */
export interface Variant {
  app: string;
  build: string;
  /** To publish it from. */
  folder: string;
}

/**
 * Makes another build of an app without compiling: its newest build's files, with `change` made to
 * the texts of its scripts and style sheets. It has a build id of its own wherever the old one
 * stands. The files that the site server renders by are changed, too: else the browser would draw
 * another page.
 *
 * @param within a folder that goes with the test, such as a house's data folder
 * @param hash the twelve hexadecimal digits of the new build id
 */
export async function variantOf(
  within: string,
  app: string,
  hash: string,
  change?: Change,
): Promise<Variant> {
  const { build } = await newestArtifact(app);
  return await variantOfBuild(within, inProject(app, 'dist', build), hash, change);
}

/** Gives a variant the source maps of the newest build. In a changed line they are right up to the end of the change. */
export async function addMaps({ app, folder }: Variant): Promise<void> {
  const { build, files } = await newestArtifact(app);
  for (const map of Object.keys(files).map((path) => `${path}.map`)) {
    const source = inProject(app, 'dist', build, map);
    if (existsSync(source)) await copyFile(source, join(folder, map));
  }
}

/** Says of which commit a variant is, as a build says it that git knew: `commit` is its first digits. */
export async function committed(
  { folder }: Variant,
  { commit, ...source }: { commit: string; title: string; author: string },
): Promise<void> {
  const file = join(folder, 'artifact.json');
  const artifact = v.parse(v.looseObject({}), JSON.parse(await readFile(file, 'utf8')));
  const known = { ...source, commit: commit.padEnd(40, '0'), ref: 'main', clean: true };
  await writeFile(file, JSON.stringify({ ...artifact, source: known }));
}

/** The same, of the build in a folder. All hashes are computed anew, also those by which its entry checks what it loads. */
export async function variantOfBuild(
  within: string,
  source: string,
  hash: string,
  change: Change = (text) => text,
): Promise<Variant> {
  const text = await readFile(join(source, 'artifact.json'), 'utf8');
  const artifact = v.parse(artifactSchema, JSON.parse(text));
  const { app, build: from } = artifact;
  const build = `${from.slice(0, -12)}${hash}`;
  const folder = join(await mkdtemp(join(within, 'variant-')), build);
  await mkdir(folder);

  const rename = (text: string) => text.replaceAll(from.slice(-12), hash);
  const changed = new Map<string, Buffer>();
  // Without source maps, which are of the unchanged scripts.
  for (const path of Object.keys(artifact.files)) {
    const bytes = await readFile(join(source, path));
    if (!texts.test(path)) changed.set(path, bytes);
    else {
      const text = rename(bytes.toString());
      changed.set(path, Buffer.from(changeable.test(path) ? change(text, path) : text));
    }
  }

  // The entry holds the hashes of what it loads; the shell's is its first script. The hash of the entry is only in
  // artifact.json.
  const isEntry = (path: string) => /^remote-entry\.js$|^main\.\w+\.js$/.test(path);
  for (const entry of [...changed.keys()].filter(isEntry)) {
    let script = changed.get(entry)?.toString() ?? '';
    for (const [path, bytes] of changed) {
      script = script.replaceAll(artifact.files[path] ?? path, integrityOf(bytes));
    }
    changed.set(entry, Buffer.from(script));
  }

  const files = Object.fromEntries([...changed].map(([path, bytes]) => [path, integrityOf(bytes)]));
  for (const [path, bytes] of changed) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  await writeFile(join(folder, 'artifact.json'), JSON.stringify({ ...artifact, build, files }));
  return { app, build, folder };
}
