import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordBatch } from '@tallystick/backend/src/ledger/record.ts';
import { cast } from '@tallystick/backend/src/sample/cast.ts';
import type { Store } from '@tallystick/backend/src/store/store.ts';
import { startPostgres } from '@tallystick/store/postgres-server.testing';
import { unlimited } from '../bench-service.ts';
import { openLedger } from '../fresh-store.ts';
import { type LedgerProcess, startLedgerService } from '../lists-under-import/ledger-process.ts';

/** Gives a ledger service as a process, over a PostgreSQL of its own with the sample's parties, and its store. */
export async function withLedger<T>(
  use: (service: LedgerProcess, store: Store) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-bench-'));
  const database = await startPostgres();
  const variables = { DATA_DIR: folder, DATABASE_URL: `${database.url}postgres` };
  const service = await startLedgerService(folder, { ...variables, ...unlimited, ...settings });
  const store = await openLedger(variables);
  try {
    await recordBatch(store, cast);
    return await use(service, store);
  } finally {
    await store.close();
    await service.stop();
    await database.end();
    await rm(folder, { recursive: true, force: true });
  }
}
