import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { singletonsOf } from '@tallystick/build/singletons';
import { type Result, refused } from '@tallystick/contract/result';
import { inProject } from '../project.ts';

/** Type declarations by path: `api/api.d.ts`, and all that it refers to within the package. */
export type Declarations = ReadonlyMap<string, string>;

/** What a package promises: the modules that others import, and what these declare. */
export interface Contract {
  entries: readonly string[];
  declarations: Declarations;
}

const own = '@tallystick/shared/';
const singletons = singletonsOf(inProject('shell')).flatMap(({ request }) =>
  request.startsWith(own) ? [request] : [],
);
/** A module that only re-exports one of the platform, whose declarations are taken in its place. */
const reExport = /^export \* from '@tallystick\/shell-kit\/[a-z-]+';\s*$/;

/**
 * What the singletons that are modules of `@tallystick/shared` promise as the sources are now, without comments.
 *
 * @param folder an empty one, for what is made on the way
 * @returns the compiler's words if the sources do not compile
 */
export function emitDeclarations(folder: string): Result<Contract> {
  const homes: string[] = [];
  for (const name of ['shared', 'platform/shell-kit']) {
    const output = join(folder, name);
    const problem = compile(name, output);
    if (problem !== null) return refused(problem);
    homes.push(join(output, 'src'));
  }
  const found = new Map<string, string>();

  function take(path: string): void {
    if (found.has(path)) return;
    const texts = homes.map((home) => join(home, path)).filter((file) => existsSync(file));
    const text = texts.map((file) => readFileSync(file, 'utf8')).find((one) => !reExport.test(one));
    found.set(path, '');
    // Within a snapshot a module stands for its own declarations, not for the sources of that day.
    const local = text?.replaceAll(
      /(from |import\()(['"])(\.[^'"]*|@tallystick\/shared\/[^'"]*)\2/g,
      (_all, before: string, quote: string, request: string) => {
        const target = pathOf(homes, request, path);
        take(target);
        const way = relative(dirname(path), target).replace(/\.d\.ts$/, '.ts');
        return `${before}${quote}${way.startsWith('.') ? way : `./${way}`}${quote}`;
      },
    );
    found.set(path, local ?? '');
  }
  const entries = singletons.map((singleton) => pathOf(homes, singleton, ''));
  for (const entry of entries) take(entry);
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  return { ok: true, value: { entries, declarations: new Map(sorted) } };
}

/** Writes a package's declarations; answers the compiler's words if there are none. */
function compile(name: string, output: string): string | null {
  const run = spawnSync(
    inProject('node_modules/.bin/tsc'),
    [
      ...['-p', inProject(name), '--removeComments', '--outDir', output],
      ...['--tsBuildInfoFile', join(output, 'info')],
    ],
    { encoding: 'utf8' },
  );
  return run.status === 0 ? null : run.stdout + run.stderr;
}

/** Where a module's declarations are, by what an import of it in `from` says. */
function pathOf(homes: readonly string[], request: string, from: string): string {
  const name = request.slice(own.length);
  const candidates = request.startsWith(own)
    ? [`${name}.d.ts`, `${name}/${name.split('/').at(-1)}.d.ts`]
    : [join(dirname(from), request).replace(/\.tsx?$/, '.d.ts')];
  const path = candidates.find((one) => homes.some((home) => existsSync(join(home, one))));
  if (path === undefined) throw new Error(`${from} imports ${request}, which declares nothing`);
  return path;
}
