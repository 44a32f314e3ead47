import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyEdit, type Edit } from '@tallystick/e2e/src/house/other-build.ts';
import type { Variant } from '@tallystick/e2e/src/house/variant.ts';
import { inProject } from '@tallystick/tools/src/project.ts';

const buildCommand = inProject('releases/build/src/cli.ts');
const maxBuildMs = 120_000;
const made = ['node_modules', 'dist', '.tsbuild'];

/** A copy of apps and of what they share, with the project's tools and packages as they are now. */
export type Sources = Awaited<ReturnType<typeof copySources>>;

/** Names of commits, from the one so many before the newest backwards; none: there is no such history here. */
export function commitsBefore(commits: number, count: number): string[] {
  const words = ['rev-list', `--skip=${commits}`, `--max-count=${count}`, 'HEAD'];
  const run = spawnSync('git', words, { cwd: inProject(), encoding: 'utf8' });
  return run.status === 0 ? run.stdout.trim().split('\n').filter(Boolean) : [];
}

/**
 * Sources as they are, or as they were at a commit. All copies have the same folders: names of chunks follow from
 * the paths of what is in them.
 */
export async function copySources(apps: readonly string[], commit?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-sources-'));
  const paths = [...apps, 'shared', 'tsconfig.base.json'];
  if (commit === undefined) {
    for (const path of paths) {
      const from = inProject(path);
      const filter = (file: string) => !made.includes(file.slice(from.length + 1));
      await cp(from, join(folder, path), { recursive: true, filter });
    }
  } else {
    const words = ['archive', commit, ...paths];
    const input = execFileSync('git', words, { cwd: inProject(), maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input });
  }
  for (const name of [...apps, 'shared']) await linkPackages(folder, name);
  return {
    /** Builds an app, changed by an edit if there is one. */
    async build(app: string, edit?: Edit): Promise<Variant> {
      if (edit !== undefined) await applyEdit(join(folder, app), edit);
      const run = spawnSync(process.execPath, [buildCommand, join(folder, app)], {
        encoding: 'utf8',
        timeout: maxBuildMs,
      });
      if (run.status !== 0) throw new Error(`${app} does not build:\n${run.stdout}${run.stderr}`);
      const build = run.stdout.trim().split('\n').at(-1) ?? '';
      return { app, build, folder: join(folder, app, 'dist', build) };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Gives a package of the copy what the project's own has installed, but the copy's `shared`. */
async function linkPackages(folder: string, name: string): Promise<void> {
  for (const scope of ['', '@tallystick']) {
    const from = inProject(name, 'node_modules', scope);
    const to = join(folder, name, 'node_modules', scope);
    await mkdir(to, { recursive: true });
    for (const entry of await readdir(from).catch((): string[] => [])) {
      if (entry === '@tallystick') continue;
      const own = scope !== '' && entry === 'shared';
      const target = own ? join(folder, 'shared') : await realpath(join(from, entry));
      await symlink(target, join(to, entry));
    }
  }
}
