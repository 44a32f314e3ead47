import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import { isCode, type SourceFile } from './source-files.ts';

// The registry is a core, and parts beside it that can be left out. A part is a folder in some
// packages, and a line in a list in each of these packages.

const partFolder = /^platform\/(?:registry\/parts|(?:cli|console)\/src\/parts)\/([a-z]+)\//;
const isTest = ({ path }: SourceFile) => /\.(test|proof|testing|setup)\.tsx?$/.test(path);

/** The files that list the parts. */
export const partLists: readonly string[] = [
  'platform/registry/parts/all-parts.ts',
  'platform/cli/src/command/release-line.ts',
  'platform/cli/src/why/from-parts.ts',
  'platform/console/src/parts/all-parts.ts',
];

/** The part whose file this is, or null. */
export function partOf(path: string): string | null {
  return partFolder.exec(path)?.[1] ?? null;
}

/** The parts that a file imports something of. */
function importedParts({ path, text }: SourceFile): string[] {
  const parts = importsOf(text).map(({ specifier }) => {
    const target = specifier.startsWith('.')
      ? posix.join(posix.dirname(path), specifier)
      : specifier.replace(/^@tallystick\/registry\//, 'platform/registry/');
    return partOf(target);
  });
  return [...new Set(parts)].filter((part) => part !== null);
}

/**
 * Imports that keep a part from being removed, one line each: those in the core or in another part.
 * Tests outside of both may import a part, since they are removed with it.
 */
export function forbiddenPartImports(sources: readonly SourceFile[]): string[] {
  return sources
    .filter((file) => isCode(file) && !partLists.includes(file.path))
    .filter((file) => !isTest(file) || isOfCore(file) || partOf(file.path) !== null)
    .flatMap((file) =>
      importedParts(file)
        .filter((part) => part !== partOf(file.path))
        .map((part) => `${file.path} imports ${part}`),
    );
}

function isOfCore({ path }: SourceFile): boolean {
  return path.startsWith('platform/registry/src/');
}

/**
 * What changes when a part is left out. `removed` are its own files, and tests of what it does with
 * others. `changed` are the lists, each without the lines of the part.
 */
export function withoutPart(
  sources: readonly SourceFile[],
  part: string,
): { removed: string[]; changed: SourceFile[] } {
  const isGone = (file: SourceFile) =>
    partOf(file.path) === part ||
    (isTest(file) && !isOfCore(file) && importedParts(file).includes(part));
  return {
    removed: sources.filter(isGone).map(({ path }) => path),
    changed: sources
      .filter(({ path }) => partLists.includes(path))
      .map(({ path, text }) => ({ path, text: withoutLines(path, text, part) })),
  };
}

/** A list without the imports of a part, and without the lines that name what was imported. */
function withoutLines(path: string, text: string, part: string): string {
  const lines = text.split('\n');
  const isImport = (line: string) => importedParts({ path, text: line }).includes(part);
  const names = lines
    .filter(isImport)
    .flatMap((line) => /\{(.*)\}/.exec(line)?.[1]?.split(',') ?? [])
    .map((name) => new RegExp(`\\b${name.trim()}\\b`));
  return lines
    .filter((line) => !isImport(line) && !names.some((name) => name.test(line)))
    .join('\n');
}
