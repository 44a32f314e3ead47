import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import { isCode, type SourceFile } from './source-files.ts';

// The two halves: the platform, on which any site can stand, and the ledger, which is its first.

const isPlatform = ({ path }: SourceFile) => path.startsWith('platform/');
const isTest = ({ path }: SourceFile) => /\.(test|proof|testing|setup)\.tsx?$/.test(path);
/** Packages of the ledger, by folder and by name. */
const ofTheLedger =
  /^(?:(?:@tallystick\/)?(?:shell|mfe-[a-z]+|shared|backend|ledger-[a-z]+|site\.config)|operations)(?:\/|$)/;
const words =
  /@tallystick\/(?:shared|backend|ledger-|mfe-|shell(?!-kit))|transfer|ledger|\b(?:party|parties)\b|(?:party|parties)(?=[A-Z_-])|Part(?:y|ies)|realm|\botp\b/gi;
/** What HTTP and browsers call so. */
const ofOthers = /transfer-encoding|transferable|transferSize|third[- ]part(?:y|ies)/gi;

/** What of the ledger's half the platform imports outside of its tests, as it is named there, sorted. */
export function borrowedModules(sources: readonly SourceFile[]): readonly string[] {
  const borrowed = sources
    .filter((file) => isPlatform(file) && isCode(file) && !isTest(file))
    .flatMap(({ path, text }) => importsOf(text).map(({ specifier }) => ({ path, specifier })))
    .filter(({ path, specifier }) => {
      const isRelative = specifier.startsWith('.');
      const target = isRelative ? posix.join(posix.dirname(path), specifier) : specifier;
      return ofTheLedger.test(target);
    });
  return [...new Set(borrowed.map(({ specifier }) => specifier))].sort();
}

/** Files of the platform that name something of the ledger outside of its tests, sorted. */
export function wordyFiles(sources: readonly SourceFile[]): readonly string[] {
  return sources
    .filter((file) => isPlatform(file) && !isTest(file) && !file.path.endsWith('.json'))
    .filter(({ text }) => text.replaceAll(ofOthers, '').search(words) >= 0)
    .map(({ path }) => path)
    .sort();
}
