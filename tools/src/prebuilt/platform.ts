import { readFileSync } from 'node:fs';
import { type Result, refused } from '@tallystick/contract/result';
import { ownPlatform, packageScope } from '@tallystick/store/server-programs';
import * as v from 'valibot';
import { inProject } from '../project.ts';

const packageSchema = v.object({ optionalDependencies: v.record(v.string(), v.string()) });

/** For which platform a tree is to be made, by its name as `linux-arm64`: one whose PostgreSQL the lockfile has. */
export function choosePlatform(name = ownPlatform): Result<string> {
  const text = readFileSync(inProject('platform/store/package.json'), 'utf8');
  const { optionalDependencies } = v.parse(packageSchema, JSON.parse(text));
  const known = Object.keys(optionalDependencies)
    .filter((dependency) => dependency.startsWith(`${packageScope}/`))
    .map((dependency) => dependency.slice(packageScope.length + 1));
  if (known.includes(name)) return { ok: true, value: name };
  return refused(`There is no tree for "${name}": name one of ${known.join(', ')} by --platform.`);
}
