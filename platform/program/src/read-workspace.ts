import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Result, refused } from '@tallystick/contract/result';
import type { Workspace } from '@tallystick/start/start/apps';
import * as v from 'valibot';

const packageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ workspaces: v.array(v.string()) }),
);

/** The apps of the site in a folder, as its package.json names them. `problem` is one line for a person. */
export function readWorkspace(root: string): Result<Workspace> {
  const file = join(root, 'package.json');
  const read = existsSync(file) && v.safeParse(packageSchema, readFileSync(file, 'utf8'));
  if (read === false || !read.success) {
    return refused(
      `${file} names no "workspaces", the folders of the site's apps: start in the folder of the site.`,
    );
  }
  const packages = globSync(read.output.workspaces, { cwd: root }).sort();
  return { ok: true, value: { root, packages } };
}
