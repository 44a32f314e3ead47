import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProject } from '../project.ts';
import { sectionOf } from './contributing.testing.ts';
import { importsOf } from './imports.ts';

const walks = sectionOf('Where things happen')
  .split('\n\n')
  .filter((text) => text.startsWith('**'))
  .map((text) => ({
    name: /^\*\*(.*):\*\*/.exec(text)?.[1] ?? '',
    /** Parts that run in different processes. */
    parts: text
      .split(';')
      .map((part) => [...part.matchAll(/`([^`]+\.tsx?)`/g)].map(([, path = '']) => path)),
  }));

/** The paths that a file imports: relative ones, and those of shared packages by their entry's name. */
function importedBy(path: string): string[] {
  return importsOf(readFileSync(inProject(path), 'utf8')).flatMap(({ specifier }) => {
    if (specifier.startsWith('.')) return [posix.join(posix.dirname(path), specifier)];
    const [, entry] = /^@tallystick\/shared\/(\w+)$/.exec(specifier) ?? [];
    return entry === undefined ? [] : [`shared/src/${entry}/${entry}.ts`];
  });
}

it('there are three walks', () => {
  expect(walks.map(({ name }) => name)).toEqual([
    'Where a remote is loaded',
    'Where a tab decides to change builds',
    'Where a row of a list is read',
  ]);
});

describe.each(walks)('$name', ({ parts }) => {
  it('takes at most eight files, which are there', () => {
    const paths = parts.flat();
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.length).toBeLessThanOrEqual(8);
    expect(paths.filter((path) => !existsSync(inProject(path)))).toEqual([]);
  });

  it('goes from each file to one that it imports', () => {
    for (const part of parts) {
      for (const [place, path] of part.slice(1).entries()) {
        expect(importedBy(part[place] ?? '')).toContain(path);
      }
    }
  });
});
