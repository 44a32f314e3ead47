import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractFile } from '@tallystick/contract/build-contract';
import { contentHash, filesBelow, integrityOf } from '@tallystick/contract/file-hashes';
import { type Artifact, buildIdSchema } from '@tallystick/contract/release';
import type { ArtifactFile } from '@tallystick/contract/remote-file';
import { sbomFile } from '@tallystick/contract/sbom';
import * as v from 'valibot';
import { type App, readApp } from './app.ts';
import { buildVariables } from './build-variables.ts';
import { usesFile } from './contract/uses-plugin.ts';
import { readSource } from './read-source.ts';
import { configurationOf, rspackCommand } from './rspack-cli.ts';

/**
 * Builds the app in `folder` into `dist/<build id>/` and writes its `artifact.json`.
 *
 * The build id holds a hash of the build's own content with its declaration, and the content holds the build id (in
 * global names). So rspack runs twice: with zeros for the id, to learn the hash,
 * then with the id. The same sources give the same id on any machine.
 *
 * @throws Error with rspack's output if a run fails.
 */
export function buildApp(folder: string): Artifact {
  const dist = join(folder, 'dist');
  const current = join(dist, 'current.json');
  // Names of its own: two builds of one app may run at once, in a start and in a test.
  const mark = randomUUID();
  const draft = join(dist, `.draft-${mark}`);
  const output = join(dist, `.output-${mark}`);
  const before = join(dist, `.before-${mark}`);
  const was = textOf(current);
  try {
    const app = readApp(folder);
    for (const note of app.notes) console.warn(note);
    const artifact = buildInto(app, draft, output);
    const { build } = artifact;
    putInPlace(output, join(dist, build), before);
    const written = join(dist, `.current-${mark}`);
    writeFileSync(written, `${JSON.stringify({ build })}\n`);
    renameSync(written, current);
    removeOld(dist);
    return artifact;
  } catch (error) {
    // Without this, the previous build would be published for these sources. If another build has written the file
    // meanwhile, it stays.
    if (textOf(current) === was) rmSync(current, { force: true });
    throw error;
  } finally {
    for (const left of [draft, output, before]) rmSync(left, { recursive: true, force: true });
  }
}

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null);

/** Moves a folder to where another may be, which goes to `before`; a build beside this one may do the same. */
function putInPlace(output: string, place: string, before: string): void {
  for (;;) {
    rmSync(before, { recursive: true, force: true });
    if (existsSync(place)) moveUnless('ENOENT', place, before);
    if (moveUnless('ENOTEMPTY', output, place)) return;
  }
}

/** Whether it could be moved. False stands for the error `code`; any other error is thrown. */
function moveUnless(code: string, from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return false;
    throw error;
  }
}

const dayMs = 86_400_000;
const keptBuilds = 5;

/**
 * Removes what builds have left that were ended before their own end, and all builds but the last few. What is not
 * a day old stays: another build may run at this moment, also where its process is not seen.
 */
function removeOld(dist: string): void {
  const found = readdirSync(dist)
    .map((name) => ({
      name,
      at: statSync(join(dist, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }))
    .sort((one, other) => other.at - one.at);
  const drafts = found.filter(({ name }) =>
    /^\.(?:draft|output|before|current|contract)-/.test(name),
  );
  const builds = found.filter(({ name }) => v.is(buildIdSchema, name)).slice(keptBuilds);
  for (const { name, at } of [...drafts, ...builds]) {
    if (at > Date.now() - dayMs) continue;
    rmSync(join(dist, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Builds an app twice, and writes what is known of it beside its files in `output`. */
function buildInto(app: App, draft: string, output: string): Artifact {
  const { folder } = app;
  runRspack(folder, `${app.version}-${'0'.repeat(12)}`, draft);
  const contract = writeContract(app, draft);
  const { owner } = app;
  const declared = app.declaration && {
    declaration: JSON.stringify(app.declaration),
    ...(owner && { owner: JSON.stringify(owner) }),
  };
  const build = `${app.version}-${contentHash({ ...hashFiles(draft), ...declared })}`;
  runRspack(folder, build, output);
  rmSync(join(output, usesFile), { force: true });
  writeFileSync(join(output, contractFile), contract);

  const artifact: Artifact = {
    app: app.name,
    build,
    kind: app.declaration === null ? 'shell' : 'remote',
    files: hashFiles(output),
    ...(app.declaration === null ? {} : { declaration: app.declaration }),
  };
  const sbom = integrityOf(readFileSync(join(output, sbomFile)));
  const whole: ArtifactFile = { ...artifact, sbom, owner, source: readSource(folder) };
  writeFileSync(join(output, 'artifact.json'), `${JSON.stringify(whole, null, 2)}\n`);
  return artifact;
}

/** The end of a long output says what is wrong. */
const allText = { encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY } as const;

const endOf = ({ signal }: { signal: NodeJS.Signals | null }): string =>
  signal === null ? '' : `It was ended by ${signal}, as where memory runs out.`;

/** What the recorder writes: the contract as text, and notes for who builds. */
const recordedSchema = v.object({ contract: v.string(), notes: v.array(v.string()) });

/** Writes the contract of what was compiled into `output`, in place of the bare uses; answers its text. */
function writeContract({ folder, declaration }: App, output: string): string {
  const file = join(output, usesFile);
  const uses = declaration === null ? null : JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file, { force: true });
  const main = new URL(`./contract/main${extname(import.meta.url)}`, import.meta.url);
  const run = spawnSync(process.execPath, [fileURLToPath(main)], {
    input: JSON.stringify({ folder, uses }),
    ...allText,
    // It runs the libraries that apps share, to see what they export.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (run.status !== 0) throw new Error(`${run.stdout || run.stderr}${endOf(run)}`);
  const { contract, notes } = v.parse(recordedSchema, JSON.parse(run.stdout));
  for (const note of notes) console.error(`Note: ${note}`);
  writeFileSync(join(output, contractFile), contract);
  return contract;
}

function runRspack(folder: string, build: string, output: string): void {
  const run = spawnSync(process.execPath, [rspackCommand(), 'build', ...configurationOf(folder)], {
    cwd: folder,
    ...allText,
    env: {
      ...process.env,
      [buildVariables.id]: build,
      [buildVariables.output]: output,
    },
  });
  if (run.status !== 0) {
    throw new Error(`rspack could not build ${folder}\n${run.stdout}${run.stderr}${endOf(run)}`);
  }
  // For the plugin's own tools. What it says of modules depends on which thread was first: one build
  // in four was another one because of it.
  rmSync(join(output, 'mf-stats.json'), { force: true });
}

/**
 * `sha384-<base64>` of each file below `folder`, by its relative path, with `/` between its parts. No page gets source
 * maps and the bill of materials: they are no files of a build, whose id must not depend on them.
 */
export function hashFiles(folder: string): Record<string, string> {
  const paths = filesBelow(folder).filter((path) => !path.endsWith('.map') && path !== sbomFile);
  return Object.fromEntries(
    paths.map((path) => [path, integrityOf(readFileSync(join(folder, path)))]),
  );
}
