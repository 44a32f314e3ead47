import { singletonsOf } from '../singletons.ts';
import { writtenFile } from '../written-file.ts';

/** What a build uses of each singleton: `useState`, or `notes.list` of what is an object. */
export type Uses = Readonly<Record<string, readonly string[]>>;

/** The file in which the compilation leaves them. */
export const usesFile = 'uses.json';

/**
 * Writes what the remote in `folder` really uses of the singletons, as the bundler found it. That
 * includes what is compiled in, and not what tree-shaking removes.
 */
export const usesOfSingletons = (folder: string) =>
  writtenFile(usesFile, 'REPORT', ({ modules, moduleGraph }) => {
    const uses = new Map(singletonsOf(folder).map(({ request }) => [request, new Set<string>()]));
    for (const module of modules) {
      for (const { dependency } of moduleGraph.getOutgoingConnections(module)) {
        const { ids, request = '' } = dependency;
        if (ids !== undefined && ids.length > 0) uses.get(request)?.add(ids.join('.'));
      }
    }
    const found = [...uses].map(([request, paths]) => [request, [...paths].sort()]);
    return JSON.stringify(Object.fromEntries(found));
  });
