import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import * as v from 'valibot';

const appSchema = v.object({ dependencies: v.optional(v.record(v.string(), v.string()), {}) });
const packageSchema = v.object({
  tallystick: v.optional(v.object({ singletons: v.optional(v.array(v.string()), []) })),
});
const composition = './composition';
/** Of the shell kit, which every site has. */
const usual = '@tallystick/shell-kit/composition';

/** The module by which the remote in `folder` shows widgets: that of the first package that it depends on and that has one. */
export function compositionModule(folder: string): string {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return usual;
  const { dependencies } = v.parse(appSchema, JSON.parse(readFileSync(file, 'utf8')));
  const found = Object.keys(dependencies).find((name) => has(name, folder));
  return found === undefined ? usual : posix.join(found, composition);
}

function has(name: string, folder: string): boolean {
  const places = createRequire(join(folder, 'package.json')).resolve.paths(name) ?? [];
  const file = places
    .map((place) => join(place, name, 'package.json'))
    .find((path) => existsSync(path));
  if (file === undefined) return false;
  const read = v.safeParse(packageSchema, JSON.parse(readFileSync(file, 'utf8')));
  return read.success && (read.output.tallystick?.singletons ?? []).includes(composition);
}
