import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { packageFolders } from '../../bootstrap/workspace.mjs';
import { inProject, root } from '../project.ts';

/** The shell or a remote, as the start sees it: a package with a build of its own. */
export interface App {
  /** Its folder below the project's, which is also how messages call it. */
  folder: string;
  /** The command of its `build` script. */
  command: string;
}

const packageSchema = v.object({
  scripts: v.optional(v.object({ build: v.optional(v.string()) })),
});

/** Every package of the workspace that has a `build` script. */
export function findApps(): readonly App[] {
  return packageFolders(root).flatMap((folder) => {
    const text = readFileSync(inProject(folder, 'package.json'), 'utf8');
    const command = v.parse(packageSchema, JSON.parse(text)).scripts?.build;
    return command === undefined || folder === '' ? [] : [{ folder, command }];
  });
}

const currentSchema = v.object({ build: v.string() });

/** Id of the app's newest build, if its artifact is there. */
export function newestBuild(app: App): string | undefined {
  const current = inProject(app.folder, 'dist/current.json');
  if (!existsSync(current)) return undefined;
  const { build } = v.parse(currentSchema, JSON.parse(readFileSync(current, 'utf8')));
  return existsSync(inProject(app.folder, 'dist', build, 'artifact.json')) ? build : undefined;
}
