import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** What the start builds: a package with a build of its own. */
export interface App {
  /** Its folder below the workspace's, which is also how messages call it. */
  folder: string;
  /** The same, absolute. */
  path: string;
  /** The command of its `build` script. */
  command: string;
  /**
   * True for the shell and the remotes, whose builds are artifacts with an id. False for the
   * console and the site server's service worker, which are served as they were built.
   */
  published: boolean;
}

const packageSchema = v.object({
  scripts: v.optional(v.object({ build: v.optional(v.string()) })),
});

/** A workspace, and the folders of its packages below it. */
export interface Workspace {
  root: string;
  packages: readonly string[];
}

/** Every package of a workspace that has a `build` script. */
export function findApps({ root, packages }: Workspace): readonly App[] {
  return packages.flatMap((folder) => {
    const path = join(root, folder);
    const text = readFileSync(join(path, 'package.json'), 'utf8');
    const command = v.parse(packageSchema, JSON.parse(text)).scripts?.build;
    if (command === undefined) return [];
    const published = command.startsWith('tallystick-build');
    return [{ folder, path, command, published }];
  });
}

const currentSchema = v.object({ build: v.string() });

/** What names the app's newest build, if that is there: its id, or the files of what has none. */
export function newestBuild({ path, published }: App): string | undefined {
  if (!published) {
    const dist = join(path, 'dist');
    return existsSync(dist) ? readdirSync(dist).sort().join(' ') : undefined;
  }
  const current = join(path, 'dist/current.json');
  if (!existsSync(current)) return undefined;
  const { build } = v.parse(currentSchema, JSON.parse(readFileSync(current, 'utf8')));
  return existsSync(join(path, 'dist', build, 'artifact.json')) ? build : undefined;
}
