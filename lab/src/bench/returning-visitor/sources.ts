import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applyEdit,
  buildIn,
  copySources,
  type Edit,
} from '@tallystick/e2e/src/house/other-build.ts';
import type { Variant } from '@tallystick/e2e/src/house/variant.ts';
import { inProject } from '@tallystick/tools/src/project.ts';

/** A copy of apps and of what they share, with the project's tools and packages as they are now. */
export type Sources = Awaited<ReturnType<typeof copyApps>>;

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
export async function copyApps(apps: readonly string[], commit?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-sources-'));
  const paths = [...apps, 'shared', 'tsconfig.base.json'];
  if (commit === undefined) {
    for (const path of paths) await copySources(path, join(folder, path));
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
      return await buildIn(join(folder, app), app);
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
