import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type Artifact, artifactSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';
import { type BuildRecord, buildRecordSchema } from './build-record.ts';

export type PublishResult =
  | { ok: true; artifact: Artifact; published: boolean }
  | { ok: false; problem: string };

/** The artifacts of all apps: the files of each build, and beside them a record of each. */
export interface ArtifactStore {
  /** Folder with `<app>/<build id>/<file>`, to be served as `/artifacts/…`. */
  readonly filesFolder: string;
  /**
   * Takes in the build in `folder`, which holds an `artifact.json`. Every file is hashed before
   * the artifact exists. The same content again is no second artifact (`published: false`);
   * another content under a taken build id is refused.
   */
  publish(folder: string): Promise<PublishResult>;
  /** The record of a build, or null if it was never published. */
  read(app: string, build: string): Promise<BuildRecord | null>;
}

/** Opens the store below `dataFolder`; creates nothing until something is published. */
export function openArtifactStore(dataFolder: string): ArtifactStore {
  const filesFolder = join(dataFolder, 'artifacts');
  const recordFile = (app: string, build: string) =>
    join(dataFolder, 'registry', 'builds', app, `${build}.json`);

  async function read(app: string, build: string): Promise<BuildRecord | null> {
    const text = await readText(recordFile(app, build));
    return text === null ? null : v.parse(buildRecordSchema, JSON.parse(text));
  }

  async function publish(folder: string): Promise<PublishResult> {
    const draft = await readDraft(folder);
    if (!draft.ok) return draft;
    const { artifact } = draft.record;
    const existing = await read(artifact.app, artifact.build);
    if (existing !== null && !sameFiles(existing.artifact.files, artifact.files)) {
      return problem(`${artifact.app} ${artifact.build} is taken by another content`);
    }
    const target = join(filesFolder, artifact.app, artifact.build);
    const complete = existing !== null && (await hasFiles(target, artifact));
    if (complete) return { ok: true, artifact, published: false };
    await copyWhole(folder, target);
    if (existing === null) {
      await writeWhole(recordFile(artifact.app, artifact.build), draft.record);
    }
    return { ok: true, artifact, published: true };
  }

  return { filesFolder, publish, read };
}

function problem(text: string): { ok: false; problem: string } {
  return { ok: false, problem: text };
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function readDraft(
  folder: string,
): Promise<{ ok: true; record: BuildRecord } | { ok: false; problem: string }> {
  const text = await readText(join(folder, 'artifact.json'));
  if (text === null) return problem(`${folder} holds no artifact.json`);
  const parsed = v.safeParse(artifactSchema, parseJson(text));
  if (!parsed.success) return problem(`${folder}/artifact.json: ${parsed.issues[0].message}`);
  const artifact = parsed.output;

  const found = (await listFiles(folder)).filter((path) => path !== 'artifact.json');
  for (const path of found) {
    if (!(path in artifact.files)) return problem(`${folder}: ${path} is not in artifact.json`);
  }
  for (const [path, integrity] of Object.entries(artifact.files)) {
    if (!found.includes(path)) return problem(`${folder}: ${path} is missing`);
    if ((await integrityOf(join(folder, path))) !== integrity) {
      return problem(`${folder}: ${path} is not what artifact.json says`);
    }
  }

  const record = v.safeParse(buildRecordSchema, {
    artifact,
    manifest: parseJson((await readText(join(folder, 'mf-manifest.json'))) ?? 'null'),
    entry: parseJson((await readText(join(folder, 'entry.json'))) ?? 'null'),
    publishedAt: new Date().toISOString(),
  });
  if (!record.success) {
    const [issue] = record.issues;
    return problem(`${folder}: ${v.getDotPath(issue) ?? 'build'}: ${issue.message}`);
  }
  return { ok: true, record: record.output };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll(sep, '/'));
}

async function integrityOf(file: string): Promise<string> {
  const hash = createHash('sha384').update(await readFile(file));
  return `sha384-${hash.digest('base64')}`;
}

async function hasFiles(folder: string, artifact: Artifact): Promise<boolean> {
  const found = new Set(await listFiles(folder).catch(() => []));
  return Object.keys(artifact.files).every((path) => found.has(path));
}

function sameFiles(one: Record<string, string>, other: Record<string, string>): boolean {
  const paths = Object.keys(one);
  return (
    paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path])
  );
}

/** Copies beside the target first, so that a build is there whole or not at all. */
async function copyWhole(folder: string, target: string): Promise<void> {
  const draft = `${target}.${randomUUID()}`;
  await cp(folder, draft, { recursive: true });
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
}

async function writeWhole(file: string, content: unknown): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(content), { flush: true });
  await rename(draft, file);
}
