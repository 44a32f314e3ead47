import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { copyFiles } from './copy-files.testing.ts';
import { notes } from './notes.testing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-wasm-'));
  copyFiles(inject('pgliteTemplate'), join(folder, notes.name));
});
afterAll(() => rm(folder, { recursive: true }));

/** Node itself runs WebAssembly to read TypeScript, so V8 tells only from here on. */
const useStore = `
  import { setFlagsFromString } from 'node:v8';
  import { openStore } from ${JSON.stringify(import.meta.resolve('./store.ts'))};
  import { notes } from ${JSON.stringify(import.meta.resolve('./notes.testing.ts'))};
  setFlagsFromString('--trace-wasm-code-gc');
  setFlagsFromString('--stress-wasm-code-gc');
  const opened = await openStore(notes, { DATA_DIR: process.env.DATA_DIR, DATABASE_URL: undefined });
  if (!opened.ok) throw new Error(opened.problem);
  console.log(await opened.store.query({ text: 'select text from note' }, []));
  await opened.store.close();
`;

it('frees no code of WebAssembly where the store is embedded, even if V8 is to at once', async () => {
  const script = join(folder, 'use-store.mjs');
  await writeFile(script, useStore);
  const told = await promisify(execFile)(process.execPath, [script], {
    env: { PATH: process.env.PATH, DATA_DIR: folder },
  });
  // What Node's own WebAssembly was asked before the flags: it frees nothing.
  const lines = told.stdout.split('\n').filter((line) => !/reporting \d+ live/.test(line));
  expect(lines).toEqual(['[]', '']);
});
