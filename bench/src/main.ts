import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCached } from './cached-readers/measure-cached.ts';
import { measureDevRefresh } from './dev-refresh/measure-dev-refresh.ts';
import { measureFirstVisit } from './first-visit/measure-first-visit.ts';
import { prepareFreshStores } from './fresh-store.ts';
import { writeGeneratedData } from './generated-data.ts';
import { measureImport } from './import-rate.ts';
import { measureInteractions } from './interactions/measure-interactions.ts';
import { type AtSizeOptions, measureAtSize } from './ledger-at-size/measure-at-size.ts';
import { measurePages } from './list-page.ts';
import { type ListLoad, measureLists } from './lists-under-import/measure-lists.ts';
import { measureLive } from './live-readers/measure-live.ts';
import { type Measure, passes, table } from './measures.ts';
import { measureNavigations } from './navigations/measure-navigations.ts';
import { measureRendering } from './rendering/measure-rendering.ts';
import { measureReturning } from './returning-visitor/measure-returning.ts';
import { measureSignIn } from './sign-in-time.ts';

const help = `Usage: npm run bench -- [--data FILE] [--only PART]
       npm run bench -- --only rendering [--pages N]
       npm run bench -- --only cached-readers [--readers N]
       npm run bench -- --only ledger-at-size [--rows N] [--engine postgres|pglite] [--data-dir DIR]

Measures what a first visit loads and the ledger service, each against a peer or a limit in the same
run, and exits with 1 if a limit is missed. PART is first-visit, interactions, or lists-under-import, which
takes five minutes. Only by their names: live-readers: 5,000 readers, two minutes; cached-readers: N readers (10,000) of
the durable stream behind Varnish; returning-visitor: bytes of a release for
who was here before, a minute; dev-refresh: from a saved file to a painted page, for who writes a remote;
navigations: from a click to the next page, and back; rendering: what it costs the site server to render N pages (2,000). FILE is ledger input (BENCH_DATA says the same); without it a ledger of 10,672 parties
and 35,592 transfers is made.

ledger-at-size is run only by its name. It fills a ledger of N made-up transfers (300,000) by import --bulk
and asks for pages, filters, summaries and searches. Ten million take some half an hour and 30 GB.
DIR keeps the data; what is there already is measured as it is.
`;

interface Options {
  help: boolean;
  data: string | undefined;
  only: string | undefined;
  pages: number;
  readers: number;
  atSize: AtSizeOptions;
}

interface Measured {
  measures: Measure[];
  details: string[];
}

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
  const alone = byName(options)[options.only ?? ''];
  if (alone !== undefined) {
    const { measures, details } = await alone();
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
}: Options): Record<string, (() => Promise<Measured>) | undefined> {
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
    const loads: ListLoad[] = [];
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

function readOptions(): ({ ok: true } & Options) | { ok: false; problem: string } {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        only: { type: 'string' },
        pages: { type: 'string', default: '2000' },
        readers: { type: 'string', default: '10000' },
        rows: { type: 'string', default: '300000' },
        engine: { type: 'string', default: 'postgres' },
        'data-dir': { type: 'string' },
      },
    });
    const rows = Number(values.rows);
    if (!(Number.isSafeInteger(rows) && rows >= 1_000)) {
      return { ok: false, problem: '--rows is a whole number of 1000 or more.' };
    }
    const pages = Number(values.pages);
    if (!(Number.isSafeInteger(pages) && pages >= 400)) {
      return { ok: false, problem: '--pages is a whole number of 400 or more.' };
    }
    const readers = Number(values.readers);
    if (!(Number.isSafeInteger(readers) && readers >= 1_000)) {
      return { ok: false, problem: '--readers is a whole number of 1000 or more.' };
    }
    if (values.engine !== 'postgres' && values.engine !== 'pglite') {
      return { ok: false, problem: '--engine is postgres or pglite.' };
    }
    const data = values.data ?? (process.env.BENCH_DATA || undefined);
    const folder = process.env.INIT_CWD ?? process.cwd();
    return {
      ok: true,
      help: values.help === true,
      only: values.only,
      pages,
      readers,
      data: data === undefined ? undefined : resolve(folder, data),
      atSize: {
        rows,
        engine: values.engine,
        folder: values['data-dir'] && resolve(folder, values['data-dir']),
      },
    };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
