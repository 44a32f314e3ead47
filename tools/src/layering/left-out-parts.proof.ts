import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProject, root } from '../project.ts';
import { partOf, withoutPart } from './parts.ts';
import { readSources } from './source-files.ts';

const run = promisify(execFile);
const sources = readSources(root);
const parts = new Set(sources.map(({ path }) => partOf(path)).filter((part) => part !== null));

/** What is made again, or is another program's. */
const leftBehind = new Set(['.git', '.data', '.test', 'dist', 'test-results']);

describe.each([...parts].sort())('the workspace without the part %s', (part) => {
  let folder: string;
  /** Runs a tool of the project there; what it says if it fails. */
  const tool = (name: string, ...words: string[]) => {
    const { PATH, TMPDIR, HOME } = process.env;
    const bin = inProject('node_modules/.bin', name);
    return run(bin, words, { cwd: folder, env: { PATH, TMPDIR, HOME }, maxBuffer: 2 ** 26 }).then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallystick-without-'));
    const modules = inProject('node_modules');
    await cp(root, folder, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => path !== modules && !leftBehind.has(basename(path)),
    });
    // Those of the packages lead to each other, and here.
    await symlink(modules, join(folder, 'node_modules'));
    const { removed, changed } = withoutPart(sources, part);
    expect(removed.length).toBeGreaterThan(0);
    for (const path of removed) await rm(join(folder, path));
    for (const { path, text } of changed) await writeFile(join(folder, path), text);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('compiles', async () => {
    expect(await tool('tsc', '-b')).toBe('');
  });

  it('passes the tests of the core', async () => {
    expect(await tool('vitest', 'run', 'platform/registry/src')).toBe('');
  });
});
