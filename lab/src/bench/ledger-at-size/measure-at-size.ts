import { mkdir, mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@tallystick/backend/src/store/store.ts';
import { listTransfers } from '@tallystick/backend/src/transfers/transfer-list.ts';
import { startPostgresIn } from '@tallystick/store/postgres-server.testing';
import { compared, type Measure, type Measured, perSecond } from '../../measures/measures.ts';
import { timed } from '../../measures/times.ts';
import { startAsked } from '../../servers/asked-service.ts';
import { writeMadeLedger } from '../../servers/made-ledger.ts';
import { openLedger } from '../../servers/open-ledger.ts';
import { importFile } from '../lists-under-import/running-import.ts';
import { bareCopy } from './bare-copy.ts';
import { calls, summingCalls } from './calls.ts';
import { compareCall, comparePage, orProblem } from './compare.ts';
import { exportMeasure } from './export-rate.ts';
import { pages } from './pages.ts';
import { measureSearches } from './searches.ts';
import { tableSizes } from './table-sizes.ts';

export interface AtSizeOptions {
  /** Transfers of the ledger. */
  rows: number;
  /** A folder in which the data stay for the next run; without it they are removed. */
  folder?: string | undefined;
}

/** The bare copy is only made of a ledger with at most this many rows, because it takes as much disk again. */
const maxCopied = 1_000_000;

/**
 * Fills a ledger by `import --bulk` and asks for it, by turns. Each page is compared with the bare
 * statement by its key, a sum with the bare one for its rows. Each other call is compared with page
 * 1 of everything.
 */
export async function measureAtSize({ rows, folder }: AtSizeOptions): Promise<Measured> {
  await using ended = new AsyncDisposableStack();
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  const place =
    folder ?? ended.use(await mkdtempDisposable(join(tmpdir(), 'tallystick-bench-'))).path;
  const where = { DATA_DIR: join(place, 'data') };
  const server = ended.adopt(
    await startPostgresIn(place, 'shared_buffers=1GB', 'max_wal_size=8GB'),
    (running) => running.end(),
  );
  return await measureIn(rows, { ...where, DATABASE_URL: `${server.url}postgres` });
}

interface Where {
  DATA_DIR: string;
  DATABASE_URL: string;
}

async function measureIn(rows: number, where: Where): Promise<Measured> {
  const found = await openLedger(where);
  const kept = await listTransfers(found, { list: 'all', index: 1, items: 1 });
  await found.close();
  const filled = kept.count > 0 ? undefined : await fillLedger(rows, where);
  await using ended = new AsyncDisposableStack();
  const store = ended.adopt(await openLedger(where), (opened) => opened.close());
  const { count } = await listTransfers(store, { list: 'all', index: 1, items: 1 });
  if (count !== rows) throw new Error(`There are ${count} transfers, not ${rows}.`);
  const details = await tableSizes(store, rows);
  const measures = filled === undefined ? [] : await importMeasure(store, where, rows, filled);
  if (filled !== undefined) details.unshift(`  filled in ${filled.toFixed(0)} s`);
  measures.push(await exportMeasure(store, rows));
  const service = ended.adopt(await startAsked(store), (asked) => asked.close());
  for await (const page of pages(store, rows)) {
    measures.push(...(await orProblem(page.name, comparePage(page, store, service))));
  }
  for (const call of summingCalls()) {
    measures.push(...(await orProblem(call.name, comparePage(call, store, service))));
  }
  for (const call of await calls(store, rows)) {
    measures.push(...(await orProblem(call.name, compareCall(call, service))));
  }
  measures.push(...(await orProblem('searches', measureSearches(store, rows))));
  return { measures, details };
}

/** Fills an empty ledger by `npm run ledger -- import FILE --bulk`; returns the seconds that the command took. */
async function fillLedger(rows: number, where: Where): Promise<number> {
  const path = `${where.DATA_DIR}.ndjson`;
  console.error(`Writing ${rows.toLocaleString('en-US')} lines …`);
  await writeMadeLedger(path, rows);
  try {
    return (await timed(() => importFile(path, { ...where }, '--bulk'))) / 1_000;
  } finally {
    await rm(path, { force: true });
  }
}

async function importMeasure(
  store: Store,
  { DATABASE_URL: url }: Where,
  rows: number,
  filled: number,
): Promise<Measure[]> {
  if (rows > maxCopied) return [];
  console.error('Copying the same rows …');
  await store.query({ text: 'create database bare' }, []);
  const [folder] = await store.query<{ data_directory: string }>(
    { text: 'show data_directory' },
    [],
  );
  const bare = new URL(url);
  bare.pathname = '/bare';
  const copied = await bareCopy(store, bare.href, folder?.data_directory ?? '');
  const peer = ['bare COPY', rows / copied] as const;
  return [compared('import --bulk', perSecond('rows'), rows / filled, peer, { min: 0.8 })];
}
