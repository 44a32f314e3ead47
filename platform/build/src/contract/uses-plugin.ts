import { dirname, join } from 'node:path';
import { singletonsOf } from '../singletons.ts';
import { writtenFile } from '../written-file.ts';

/**
 * What a build uses of each singleton, `useState`, or `notes.list` of what is an object; and the files that use it.
 */
export type Uses = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The file in which the compilation leaves them. */
export const usesFile = 'uses.json';

/**
 * Writes what the remote in `folder` really uses of the singletons, as the bundler found it. That
 * includes what is compiled in, and not what tree-shaking removes.
 */
export const usesOfSingletons = (folder: string) =>
  writtenFile(usesFile, 'REPORT', ({ modules, moduleGraph }) => {
    const singletons = singletonsOf(folder);
    const byRequest = new Map(singletons.map(({ request }) => [request, request]));
    for (const { request, file } of singletons) if (file !== null) byRequest.set(file, request);
    const uses = new Map(
      singletons.map(({ request }) => [request, new Map<string, Set<string>>()]),
    );
    for (const module of modules) {
      for (const connection of moduleGraph.getOutgoingConnections(module)) {
        const { ids = [], request = '' } = connection.dependency;
        // What it is imported for may have been removed.
        if (ids.length === 0 || connection.getActiveState(undefined) === false) continue;
        const file = moduleGraph.getParentModule(connection.dependency)?.nameForCondition() ?? '';
        const whole = /^\.{1,2}\//.test(request) ? join(dirname(file), request) : request;
        const paths = uses.get(byRequest.get(whole) ?? '');
        const path = ids.join('.');
        paths?.set(path, (paths.get(path) ?? new Set()).add(file));
      }
    }
    return JSON.stringify(sorted(uses, (paths) => sorted(paths, (files) => [...files].sort())));
  });

function sorted<Value, Other>(map: ReadonlyMap<string, Value>, to: (value: Value) => Other) {
  const entries = [...map].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, value]) => [name, to(value)]));
}
