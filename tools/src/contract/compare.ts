import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { inProject } from '../project.ts';
import type { Contract, Declarations } from './emit.ts';

/** What became of declarations; `reasons` are lines for people. */
export interface Comparison {
  change: 'none' | 'grown' | 'broken';
  reasons: readonly string[];
}

/**
 * Compares contracts by the compiler. A module or an export that is gone breaks who was built with
 * it. So does one whose type cannot stand in for the one before. A type that was exported is taken
 * in and given out, so it has to fit both ways: it may gain optional fields.
 *
 * @throws Error with the compiler's words, if they cannot be read
 */
export function compareContracts(before: Contract, now: Contract): Comparison {
  const gone = before.entries.filter((entry) => !now.entries.includes(entry));
  if (gone.length > 0)
    return { change: 'broken', reasons: gone.map((entry) => `${entry} is gone`) };
  if (isDeepStrictEqual(before.declarations, now.declarations)) {
    return { change: 'none', reasons: [] };
  }
  const parent = inProject('shared/.test');
  mkdirSync(parent, { recursive: true });
  // Within the package, so that libraries are found.
  const folder = mkdtempSync(join(parent, 'contract-'));
  try {
    writeAll(join(folder, 'before'), before.declarations);
    writeAll(join(folder, 'now'), now.declarations);
    const checks = now.entries.flatMap((entry, index) =>
      checksOf(entry, index, before.declarations, now.declarations),
    );
    const text = checks.map(({ code }) => code).join('\n');
    writeFileSync(join(folder, 'check.ts'), `${text}\nexport {};\n`);
    const failed = failedLines(folder).map((line) => checks[line - 1]);
    const reasons = (kind: Check['kind']) =>
      failed.flatMap((check) => (check?.kind === kind ? [check.reason] : []));
    const broken = reasons('broken');
    if (broken.length > 0) return { change: 'broken', reasons: broken };
    const grown = reasons('grown');
    return { change: 'grown', reasons: grown.length > 0 ? grown : ['a type has more to it'] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeAll(folder: string, declarations: Declarations): void {
  for (const [path, text] of declarations) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), withoutMethods(text));
  }
}

/** Methods as properties, whose parameters the compiler compares strictly. */
function withoutMethods(text: string): string {
  return text.replaceAll(/^(\s+\w+\??)(\(.*\)): (.*;)$/gm, '$1: $2 => $3');
}

/** A line of code that does not compile if there is that kind of change. */
interface Check {
  code: string;
  kind: 'none' | 'grown' | 'broken';
  reason: string;
}

function checksOf(
  entry: string,
  index: number,
  before: Declarations,
  now: Declarations,
): readonly Check[] {
  const module = entry.replace(/\.d\.ts$/, '');
  const [old, next] = [`Before${index}`, `Now${index}`];
  const check = (kind: Check['kind'], code: string, what = ''): Check => ({
    code,
    kind,
    reason: `${module}: ${what}`,
  });
  const oldTypes = exportedTypes(before.get(entry) ?? '');
  const newTypes = exportedTypes(now.get(entry) ?? '').filter((name) => !oldTypes.includes(name));
  const fits = (name: string): string => {
    const one = `${old}.${name}${argumentsOf(name, before)}`;
    const other = `${next}.${name}${argumentsOf(name, now)}`;
    // Compiles if each can stand in for the other.
    return `export const fits${index}${name} = (a: ${one}, b: ${other}): [${other}, ${one}] => [a, b];`;
  };
  // Never compiles.
  const isNew = (name: string): string => `export type New${index}${name} = ${old}.${name};`;
  const keeps = `export const keeps${index}: typeof ${old} = now${index};`;
  const grows = `export const grows${index}: typeof ${next} = before${index};`;
  return [
    check('none', `import type * as ${old} from './before/${module}.ts';`),
    check('none', `import type * as ${next} from './now/${module}.ts';`),
    check('none', `declare const before${index}: typeof ${old};`),
    check('none', `declare const now${index}: typeof ${next};`),
    check('broken', keeps, 'an export is gone, or does less'),
    check('grown', grows, 'an export is new, or does more'),
    ...oldTypes.map((name) =>
      check('broken', fits(name), `the type ${name} is gone, or does not fit the one before`),
    ),
    ...newTypes.map((name) => check('grown', isNew(name), `${name} is new`)),
  ];
}

/** `<any>` for a generic type of one parameter; empty for one of none. */
function argumentsOf(name: string, declarations: Declarations): string {
  const declared = new RegExp(`(?:interface|type) ${name}<([^=]*?)>(?: =| \\{| extends)`);
  const [, parameters] = declared.exec([...declarations.values()].join('\n')) ?? [];
  return parameters === undefined ? '' : `<${parameters.split(',').map(() => 'any')}>`;
}

function exportedTypes(text: string): string[] {
  const lists = [...text.matchAll(/export type \{([^}]*)\}/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' as ').at(-1) ?? ''),
  );
  const declared = [...text.matchAll(/export (?:declare )?(?:type|interface) (\w+)/g)];
  return [...lists, ...declared.map(([, name = '']) => name)].filter((name) => name !== '');
}

function failedLines(folder: string): number[] {
  const run = spawnSync(
    inProject('node_modules/.bin/tsc'),
    [
      ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck'],
      ...['--pretty', 'false', '--module', 'esnext', '--moduleResolution', 'bundler'],
      ...['--target', 'es2024', '--lib', 'es2024,dom', '--types', '', '--jsx', 'react-jsx'],
      ...['--allowImportingTsExtensions', '--ignoreConfig', 'check.ts'],
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  const errors = run.stdout.split('\n').filter((line) => /: error TS/.test(line));
  const elsewhere = errors.filter((line) => !line.startsWith('check.ts('));
  if (elsewhere.length > 0) throw new Error(elsewhere.join('\n'));
  return errors.map((line) => Number(/^check\.ts\((\d+),/.exec(line)?.[1]));
}
