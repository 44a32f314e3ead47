import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareFreshStores } from './fresh-store.ts';
import { writeGeneratedData } from './generated-data.ts';
import { measureImport } from './import-rate.ts';
import { measurePages } from './list-page.ts';
import { passes, table } from './measures.ts';
import { measureSignIn } from './sign-in-time.ts';

const help = `Usage: npm run bench [-- --data FILE]

Measures the ledger service against peers in the same run, on the embedded store, and exits with 1
if a limit is missed. FILE is ledger input (BENCH_DATA says the same); without it a ledger of
10,672 parties and 35,592 transfers is made.
`;

// `npm run bench`
process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (!options.ok) {
    console.error(`${options.problem} Try: npm run bench -- --help`);
    return 1;
  }
  if (options.help) {
    process.stdout.write(help);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-bench-'));
  const stores = await prepareFreshStores();
  try {
    const path = options.data ?? join(folder, 'generated.ndjson.gz');
    if (options.data === undefined) await writeGeneratedData(path);
    console.error('Importing, by turns with bare inserts …');
    const { measure, store } = await measureImport(stores, path);
    console.error('Asking for pages, by turns with their SQL …');
    const pages = await measurePages(store);
    await store.close();
    console.error('Signing in with known and unknown addresses, by turns …');
    const signInStore = await stores.open();
    const signIn = await measureSignIn(signInStore, folder);
    await signInStore.close();
    const measures = [measure, ...pages, ...signIn];
    console.log(table(measures));
    return measures.every(passes) ? 0 : 1;
  } finally {
    await stores.end();
    await rm(folder, { recursive: true, force: true });
  }
}

function readOptions():
  | { ok: true; help: boolean; data: string | undefined }
  | { ok: false; problem: string } {
  try {
    const { values } = parseArgs({
      options: { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    const data = values.data ?? (process.env.BENCH_DATA || undefined);
    const folder = process.env.INIT_CWD ?? process.cwd();
    return {
      ok: true,
      help: values.help === true,
      data: data === undefined ? undefined : resolve(folder, data),
    };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
