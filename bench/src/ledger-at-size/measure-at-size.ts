import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readList } from '@tallystick/backend/src/export/read-list.ts';
import { openStore, type Store } from '@tallystick/backend/src/store/store.ts';
import type { Statement } from '@tallystick/store/connections';
import { startPostgresIn } from '@tallystick/store/postgres-server.testing';
import { startBenchService, unlimited } from '../bench-service.ts';
import type { Measure } from '../measures.ts';
import { bareCopy } from './bare-copy.ts';
import { byTurns, inWords, type Times, untimed } from './by-turns.ts';
import { type Call, calls, firstPage } from './calls.ts';
import { fillLedger } from './fill-ledger.ts';
import { pages } from './pages.ts';
import { tableSizes } from './table-sizes.ts';

export interface AtSizeOptions {
  /** Transfers of the ledger. */
  rows: number;
  engine: 'postgres' | 'pglite';
  /** Where the data stay, and are found again; absent: nowhere. */
  folder?: string | undefined;
}

export interface AtSize {
  measures: Measure[];
  details: string[];
}

/** Of a larger ledger the bare copy is not made: it takes as much disk again. */
const maxCopied = 1_000_000;
const exportMs = 5_000;
const limits = { median: 3, p95: 6, call: 3 } as const;

/**
 * Fills a ledger by `import --bulk` and asks for it: each page against the bare statement by its key, each other
 * call against page 1 of everything, by turns.
 */
export async function measureAtSize(options: AtSizeOptions): Promise<AtSize> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'tallystick-bench-')));
  await mkdir(folder, { recursive: true });
  try {
    if (options.engine === 'pglite') {
      return await measureIn(options, { DATA_DIR: join(folder, 'data') });
    }
    const server = await startPostgresIn(folder, 'shared_buffers=1GB', 'max_wal_size=8GB');
    try {
      const url = `${server.url}postgres`;
      return await measureIn(options, { DATA_DIR: join(folder, 'data'), DATABASE_URL: url });
    } finally {
      await server.end();
    }
  } finally {
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
  }
}

interface Where {
  DATA_DIR: string;
  DATABASE_URL?: string;
}

async function open(where: Where): Promise<Store> {
  const opened = await openStore({ DATABASE_URL: undefined, ...where });
  if (!opened.ok) throw new Error(opened.problem);
  return opened.store;
}

async function measureIn({ rows }: AtSizeOptions, where: Where): Promise<AtSize> {
  const found = await open(where);
  const kept = await transfersIn(found);
  await found.close();
  const filled = kept > 0 ? undefined : await fillLedger(rows, { ...where });
  const store = await open(where);
  try {
    const transfers = await transfersIn(store);
    if (transfers !== rows) throw new Error(`There are ${transfers} transfers, not ${rows}.`);
    const details = [...(await tableSizes(store, rows)), await exportRate(store)];
    const measures = filled === undefined ? [] : await importMeasure(store, where, rows, filled);
    if (filled !== undefined) details.unshift(`  filled in ${filled.toFixed(0)} s`);
    const service = await startAsked(store);
    try {
      for await (const measure of pageMeasures(store, rows, service)) measures.push(measure);
      for (const call of await calls(store, rows)) {
        const measure = await callMeasure(call, service);
        if ('limit' in measure) measures.push(measure);
        else details.push(`  ${measure.name}: ${measure.figure}, page 1 ${measure.peer}`);
      }
    } finally {
      await service.close();
    }
    return { measures, details };
  } finally {
    await store.close();
  }
}

async function transfersIn(store: Store): Promise<number> {
  const [row] = await store.query<{ n: number }>(
    { text: `select coalesce(sum(n), 0)::bigint as n from span where scope = ''` },
    [],
  );
  return row?.n ?? 0;
}

async function importMeasure(
  store: Store,
  { DATABASE_URL: url }: Where,
  rows: number,
  filled: number,
): Promise<Measure[]> {
  if (url === undefined || rows > maxCopied) return [];
  progress('Copying the same rows …');
  await store.query({ text: 'create database bare' }, []);
  const [folder] = await store.query<{ data_directory: string }>(
    { text: 'show data_directory' },
    [],
  );
  const bare = new URL(url);
  bare.pathname = '/bare';
  const copied = await bareCopy(store, bare.href, folder?.data_directory ?? '');
  const rate = (seconds: number) => `${Math.round(rows / seconds).toLocaleString('en-US')} rows/s`;
  return [
    {
      name: 'import --bulk',
      figure: rate(filled),
      peer: `bare COPY ${rate(copied)}`,
      ratio: copied / filled,
      limit: { min: 0.8 },
    },
  ];
}

/** Transfers a second, as an export reads them. */
async function exportRate(store: Store): Promise<string> {
  const snapshot = await store.openSnapshot();
  const begun = performance.now();
  let read = 0;
  try {
    const list = { list: 'all', party: '', search: '', filters: {} } as const;
    for await (const part of readList(snapshot.query, list)) {
      read += part.length;
      if (performance.now() - begun > exportMs) break;
    }
  } finally {
    await snapshot.release();
  }
  const rate = (read / (performance.now() - begun)) * 1_000;
  return `  export reads ${Math.round(rate).toLocaleString('en-US')} transfers a second`;
}

/** The service, and what it asks of the store for a call. */
async function startAsked(store: Store) {
  const ran: { statement: Statement; values: readonly unknown[] }[] = [];
  const query: Store['query'] = (statement, values) => {
    ran.push({ statement, values });
    return store.query(statement, values);
  };
  const service = await startBenchService({ ...store, query }, unlimited);
  const ask = (path: string, data: object) => service.post(path, JSON.stringify({ data }));
  return {
    ask,
    statementsOf: async (path: string, data: object) => {
      ran.length = 0;
      await ask(path, data);
      const statements = [...ran];
      return async () => {
        for (const { statement, values } of statements) await store.query(statement, values);
      };
    },
    close: service.close,
  };
}
type Asked = Awaited<ReturnType<typeof startAsked>>;

async function* pageMeasures(store: Store, rows: number, service: Asked): AsyncGenerator<Measure> {
  for await (const { name, path, data, bare } of pages(store, rows)) {
    const { values, ...statement } = bare;
    const [call = untimed, own = untimed, peer = untimed] = await byTurns([
      () => service.ask(path, data),
      await service.statementsOf(path, data),
      () => store.query(statement, values),
    ]);
    progress(`${name}: ${inWords(own)}; by key ${inWords(peer)}; the call ${inWords(call)}`);
    yield { ...compared(name, own, peer, 'median'), limit: { max: limits.median } };
    yield { ...compared(`${name}, p95`, own, peer, 'p95'), limit: { max: limits.p95 } };
  }
}

/** Without a limit if the call has none. */
async function callMeasure(
  { name, path, data, unlimited }: Call,
  service: Asked,
): Promise<Measure | Omit<Measure, 'limit'>> {
  const ask = () => service.ask(path, data);
  const problem = await ask().then(
    () => undefined,
    (error: unknown) => String(error),
  );
  const limit = unlimited ? {} : { limit: { max: limits.call } };
  if (problem !== undefined) {
    progress(`${name}: ${problem}`);
    return { name, figure: problem, peer: '', ratio: Number.POSITIVE_INFINITY, ...limit };
  }
  const [call = untimed, page = untimed] = await byTurns([
    ask,
    () => service.ask(firstPage.path, firstPage.data),
  ]);
  progress(`${name}: ${inWords(call)}; page 1 ${inWords(page)}`);
  return { ...compared(name, call, page, 'median'), ...limit };
}

function compared(name: string, mine: Times, peer: Times, by: keyof Times) {
  const figure = `${mine[by].toFixed(2)} ms`;
  return { name, figure, peer: `${peer[by].toFixed(2)} ms`, ratio: mine[by] / peer[by] };
}

function progress(text: string): void {
  console.error(text);
}
