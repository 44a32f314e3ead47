import type { Project } from 'typescript/unstable/sync';
import { neededNames } from './needed-names.ts';

/** Names that modules lack, by module, each with the files that use it. */
export type Missing = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Names by module. */
export type Looks = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Those of the names that no file needs: libraries look in this way whether they run beside a newer React, or an older
 * one. A name counts as needed where its file cannot be read.
 */
export function lookedFor({ program }: Project, missing: Missing): Looks {
  const found = new Map<string, ReadonlySet<string>>();
  for (const [request, names] of missing) {
    const asked = new Set(names.keys());
    const needs = new Set<string>();
    for (const path of new Set([...names.values()].flat())) {
      const file = program.getSourceFile(path);
      const needed = file === undefined ? asked : neededNames(file, request, asked);
      for (const name of needed) if (names.get(name)?.includes(path)) needs.add(name);
    }
    const looked = [...names].filter(([name, files]) => files.length > 0 && !needs.has(name));
    if (looked.length > 0) found.set(request, new Set(looked.map(([name]) => name).sort()));
  }
  return found;
}
