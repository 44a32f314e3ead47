import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import { isCode, type SourceFile } from './source-files.ts';

/**
 * Files that import each other in a circle, each circle once, with its paths in order. Types count: whoever
 * reads one of the files has to read all of them.
 */
export function findCircles(sources: readonly SourceFile[]): string[][] {
  const imports = new Map(
    sources.filter(isCode).map(({ path, text }) => [path, localImports(path, text)]),
  );
  const reached = new Map([...imports.keys()].map((path) => [path, reachedFrom(path, imports)]));
  const circles = new Map<string, string[]>();
  for (const [path, others] of reached) {
    const circle = [...others].filter((other) => reached.get(other)?.has(path)).sort();
    if (circle.length > 1) circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

/** All files that a file imports, itself or through others. */
function reachedFrom(path: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set(imports.get(path));
  // What is added meanwhile is visited, too.
  for (const file of found) for (const next of imports.get(file) ?? []) found.add(next);
  return found;
}

function localImports(path: string, text: string): string[] {
  return importsOf(text).flatMap(({ specifier }) =>
    specifier.startsWith('.') ? [posix.join(posix.dirname(path), specifier)] : [],
  );
}
