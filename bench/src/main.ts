import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureFirstVisit } from './first-visit/measure-first-visit.ts';
import { prepareFreshStores } from './fresh-store.ts';
import { writeGeneratedData } from './generated-data.ts';
import { measureImport } from './import-rate.ts';
import { measurePages } from './list-page.ts';
import { type Measure, passes, table } from './measures.ts';
import { measureSignIn } from './sign-in-time.ts';

const help = `Usage: npm run bench [-- --data FILE] [-- --only first-visit]

Measures what a first visit loads and the ledger service, each against a peer or a limit in the same
run, on the embedded store, and exits with 1 if a limit is missed. FILE is ledger input (BENCH_DATA says the same); without it a ledger of
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
  console.error('Visiting a house of its own for the first time …');
  const visit = await measureFirstVisit();
  if (options.only === 'first-visit') return report(visit.measures, visit.details);
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
    return report([...visit.measures, measure, ...pages, ...signIn], visit.details);
  } finally {
    await stores.end();
    await rm(folder, { recursive: true, force: true });
  }
}

function report(measures: readonly Measure[], details: readonly string[]): number {
  console.log(table(measures));
  console.log(`\n${details.join('\n')}`);
  return measures.every(passes) ? 0 : 1;
}

function readOptions():
  | { ok: true; help: boolean; data: string | undefined; only: string | undefined }
  | { ok: false; problem: string } {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        only: { type: 'string' },
      },
    });
    const data = values.data ?? (process.env.BENCH_DATA || undefined);
    const folder = process.env.INIT_CWD ?? process.cwd();
    return {
      ok: true,
      help: values.help === true,
      only: values.only,
      data: data === undefined ? undefined : resolve(folder, data),
    };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
