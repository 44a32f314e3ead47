import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordBatch } from '@tallystick/backend/src/ledger/record.ts';
import { cast } from '@tallystick/backend/src/sample/cast.ts';
import type { Store } from '@tallystick/backend/src/store/store.ts';
import { startPostgres } from '@tallystick/store/postgres-server.testing';
import { type LedgerProcess, startLedgerService } from './ledger-process.ts';
import { openLedger } from './open-ledger.ts';
import { unlimited } from './service-here.ts';

/** Gives a ledger service as a process, over a PostgreSQL of its own with the sample's parties, and its store. */
export async function withLedger<T>(
  use: (service: LedgerProcess, store: Store) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  await using ended = new AsyncDisposableStack();
  const { path } = ended.use(await mkdtempDisposable(join(tmpdir(), 'tallystick-bench-')));
  const database = ended.adopt(await startPostgres(), (server) => server.end());
  const variables = { DATA_DIR: path, DATABASE_URL: `${database.url}postgres` };
  const service = ended.adopt(
    await startLedgerService(path, { ...variables, ...unlimited, ...settings }),
    (process) => process.stop(),
  );
  const store = ended.adopt(await openLedger(variables), (opened) => opened.close());
  await recordBatch(store, cast);
  return await use(service, store);
}
