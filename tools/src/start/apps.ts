import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { packageFolders } from '../../bootstrap/workspace.mjs';
import { inProject, root } from '../project.ts';

/** What the start builds: a package with a build of its own. */
export interface App {
  /** Its folder below the project's, which is also how messages call it. */
  folder: string;
  /** The command of its `build` script. */
  command: string;
  /**
   * True for the shell and the remotes, whose builds are artifacts with an id; false for what is
   * served as it was built: the console, and the site server's service worker.
   */
  published: boolean;
}

const packageSchema = v.object({
  scripts: v.optional(v.object({ build: v.optional(v.string()) })),
});

/** Every package of the workspace that has a `build` script. */
export function findApps(): readonly App[] {
  return packageFolders(root).flatMap((folder) => {
    const text = readFileSync(inProject(folder, 'package.json'), 'utf8');
    const command = v.parse(packageSchema, JSON.parse(text)).scripts?.build;
    if (command === undefined || folder === '') return [];
    const published = command.startsWith('tallystick-build');
    return [{ folder, command, published }];
  });
}

const currentSchema = v.object({ build: v.string() });

/** What names the app's newest build, if that is there: its id, or the files of what has none. */
export function newestBuild({ folder, published }: App): string | undefined {
  if (!published) {
    const dist = inProject(folder, 'dist');
    return existsSync(dist) ? readdirSync(dist).sort().join(' ') : undefined;
  }
  const current = inProject(folder, 'dist/current.json');
  if (!existsSync(current)) return undefined;
  const { build } = v.parse(currentSchema, JSON.parse(readFileSync(current, 'utf8')));
  return existsSync(inProject(folder, 'dist', build, 'artifact.json')) ? build : undefined;
}
