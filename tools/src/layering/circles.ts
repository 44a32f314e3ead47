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
  /** In the order of Tarjan's algorithm for strongly connected components. */
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  function visit(path: string): number {
    const index = order.size;
    order.set(path, index);
    lowest.set(path, index);
    open.push(path);
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue;
      const reached = order.has(next)
        ? open.includes(next)
          ? (order.get(next) ?? index)
          : index
        : visit(next);
      lowest.set(path, Math.min(lowest.get(path) ?? index, reached));
    }
    const low = lowest.get(path) ?? index;
    if (low === index) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  }
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return circles;
}

function localImports(path: string, text: string): string[] {
  return importsOf(text).flatMap(({ specifier }) =>
    specifier.startsWith('.') ? [posix.join(posix.dirname(path), specifier)] : [],
  );
}
