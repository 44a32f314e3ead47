import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { usualHeaders } from '../http/server.ts';

/** Milliseconds that a browser which has kept the site waits for a page of it. */
const budget = 5_000;
const folder = join(import.meta.dirname, 'worker');
/** In the order in which they need each other. */
const parts = ['decide.ts', 'told.ts', 'kept-page.ts', 'store.ts', 'worker.ts'];

/**
 * The keeper: one script, since browsers load a worker of several files only if it is a module, and
 * not all do. In a block, where two functions of one name are a mistake that shows.
 *
 * @param key the public key by which pages are known
 */
export function keeperScript(key: string): string {
  const settings = JSON.stringify({ key, budget, headers: usualHeaders });
  const code = parts.map((part) => joinable(readFileSync(join(folder, part), 'utf8')));
  return `'use strict';\n{\nconst keeperSettings = ${settings};\n${code.join('')}}\n`;
}

/** What stands in the keeper's place where the site is not to be kept. */
export function takeBackScript(): string {
  return readFileSync(join(folder, 'take-back.js'), 'utf8');
}

/** A module as it may stand in one script with those that it imports. */
function joinable(module: string): string {
  return withoutTypes(module)
    .replaceAll(/^import [^;]*;\n/gm, '')
    .replaceAll(/^export /gm, '');
}

/** Node warns that the function is young; which Node it is, the lockfile says, and a test that it works. */
function withoutTypes(module: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(module);
  } finally {
    process.emitWarning = emitWarning;
  }
}
