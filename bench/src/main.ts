import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureCached } from './cached-readers/measure-cached.ts';
import { measureDevRefresh } from './dev-refresh/measure-dev-refresh.ts';
import { measureFirstVisit } from './first-visit/measure-first-visit.ts';
import { prepareFreshStores } from './fresh-store.ts';
import { writeGeneratedData } from './generated-data.ts';
import { measureImport } from './import-rate.ts';
import { measureInteractions } from './interactions/measure-interactions.ts';
import { measureAtSize } from './ledger-at-size/measure-at-size.ts';
import { measurePages } from './list-page.ts';
import { measureLists } from './lists-under-import/measure-lists.ts';
import { measureLive } from './live-readers/measure-live.ts';
import { type Measure, type Measured, passes, table } from './measures.ts';
import { measureNavigations } from './navigations/measure-navigations.ts';
import { help, type Options, type Part, readOptions } from './options.ts';
import { measureRendering } from './rendering/measure-rendering.ts';
import { measureReturning } from './returning-visitor/measure-returning.ts';
import { measureSignIn } from './sign-in-time.ts';

// `npm run bench`
// By a call: with what starts PostgreSQL a process that has nothing more to do ends with 0, whatever `exitCode` says.
process.exit(await main());

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (!options.ok) {
    console.error(`${options.problem} Try: npm run bench -- --help`);
    return 1;
  }
  if (options.help) {
    process.stdout.write(help);
    return 0;
  }
  if (options.only !== undefined) {
    const { measures, details } = await byName(options)[options.only]();
    return report(measures, details);
  }
  const visit = await visitFirst();
  const interactions = await interact();
  const lists = await loadLists(options.data);
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
    return report(
      [
        ...visit.measures,
        ...interactions.measures,
        measure,
        ...pages,
        ...signIn,
        ...lists.measures,
      ],
      [...visit.details, ...interactions.details, ...lists.details],
    );
  } finally {
    await stores.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What can be measured alone. */
function byName({
  data,
  pages,
  readers,
  atSize,
}: Options): Readonly<Record<Part, () => Promise<Measured>>> {
  return {
    'cached-readers': () => measureCached(readers),
    'dev-refresh': measureDevRefresh,
    'first-visit': visitFirst,
    interactions: interact,
    'ledger-at-size': () => measureAtSize(atSize),
    'lists-under-import': () => loadLists(data),
    'live-readers': measureLive,
    navigations: measureNavigations,
    rendering: () => measureRendering(pages),
    'returning-visitor': measureReturning,
  };
}

function visitFirst() {
  console.error('Visiting servers of its own for the first time …');
  return measureFirstVisit();
}

function interact() {
  console.error('Typing and clicking on a slow processor …');
  return measureInteractions();
}

/** On both engines, one after the other. */
async function loadLists(data: string | undefined): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-bench-'));
  try {
    const path = data ?? join(folder, 'generated.ndjson.gz');
    if (data === undefined) await writeGeneratedData(path);
    const loads: Measured[] = [];
    for (const engine of ['PGlite', 'PostgreSQL'] as const) {
      console.error(`Asking for lists without and with an import, on ${engine} …`);
      loads.push(await measureLists(engine, join(folder, engine), path));
    }
    return {
      measures: loads.flatMap(({ measures }) => measures),
      details: loads.flatMap(({ details }) => details),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function report(measures: readonly Measure[], details: readonly string[]): number {
  console.log(table(measures));
  console.log(`\n${details.join('\n')}`);
  return measures.every(passes) ? 0 : 1;
}
