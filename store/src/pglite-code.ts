import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { keepWasmCode } from './wasm-code.ts';

/** PGlite's compiled code: the database, and `initdb`, which makes the files of a new one. */
export interface PgliteCode {
  pgliteWasmModule: WebAssembly.Module;
  initdbWasmModule: WebAssembly.Module;
}

// Before there is a thread that runs it.
keepWasmCode();

let compiled: Promise<PgliteCode> | undefined;

/**
 * Compiles it once for all threads of this process, of which each would take a second for it. Rejects
 * if it cannot be read now.
 */
export function pgliteCode(): Promise<PgliteCode> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = undefined;
    throw error;
  });
  return compiled;
}

async function compile(): Promise<PgliteCode> {
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all([
    readModule('pglite.wasm'),
    readModule('initdb.wasm'),
  ]);
  return { pgliteWasmModule, initdbWasmModule };
}

async function readModule(name: string): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  return await WebAssembly.compile(await readFile(join(folder, name)));
}
