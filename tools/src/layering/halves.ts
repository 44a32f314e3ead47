import { importsOf } from './imports.ts';
import { isCode, type SourceFile } from './source-files.ts';

// The two halves: the platform, on which any site can stand, and the ledger, which is its first.

const isPlatform = ({ path }: SourceFile) => path.startsWith('platform/');
const isTest = ({ path }: SourceFile) => /\.(test|proof|testing|setup)\.tsx?$/.test(path);
/** What belongs to the ledger: its apps, its library, its service, by folder or by name. */
const ofTheLedger = /(?:^|\/)(?:shell|mfe-[a-z]+|shared|backend)(?:\/|$)/;
const words =
  /transfer|ledger|\b(?:party|parties)\b|(?:party|parties)(?=[A-Z_-])|Part(?:y|ies)|realm|\botp\b/gi;
/** What HTTP and browsers call so. */
const ofOthers = /transfer-encoding|transferable|third[- ]part(?:y|ies)/gi;

/** Modules of the ledger's half that the platform imports outside of its tests, as they are named there, sorted. */
export function borrowedModules(sources: readonly SourceFile[]): readonly string[] {
  const borrowed = sources
    .filter((file) => isPlatform(file) && isCode(file) && !isTest(file))
    .flatMap(({ text }) => importsOf(text).map(({ specifier }) => specifier))
    .filter((specifier) => /^@tallystick\/|^\./.test(specifier) && ofTheLedger.test(specifier))
    // Their own folder `shared` would be none of the ledger's, and there is none.
    .filter((specifier) => specifier.startsWith('@tallystick/') || specifier.includes('../../../'));
  return [...new Set(borrowed)].sort();
}

/** Files of the platform that name something of the ledger outside of its tests, sorted. */
export function wordyFiles(sources: readonly SourceFile[]): readonly string[] {
  return sources
    .filter((file) => isPlatform(file) && !isTest(file) && !file.path.endsWith('.json'))
    .filter(({ text }) => text.replaceAll(ofOthers, '').search(words) >= 0)
    .map(({ path }) => path)
    .sort();
}
