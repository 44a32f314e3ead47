import type { Result } from '@tallystick/contract/result';
import { readFromReplica } from '@tallystick/store/replica';
import type { ReplicaState } from '@tallystick/store/replica-state';
import * as stores from '@tallystick/store/store';
import type { Kysely } from 'kysely';
import { writeMissingWords } from '../ledger/party-words.ts';
import { finishSearch } from '../ledger/refresh-search.ts';
import type { LedgerEnvironment } from '../settings/ledger-environment.ts';
import { ledgerStore } from './definition.ts';
import type { Database } from './schema.ts';

/** The ledger's database. */
export type Store = stores.Store<Database>;

/** The number of the newest event: all that it and those before it changed is there. */
const position = { name: 'position', text: 'select coalesce(max(id), 0) as n from event' };

/**
 * Opens the ledger's store that the environment names, by DATABASE_URL or else that of DATA_DIR's own server, and
 * brings its schema up to date. What callers read comes from DATABASE_READ_URL, if
 * there is one and while it keeps up.
 */
export async function openStore(
  environment: stores.StoreSettings & Partial<Pick<LedgerEnvironment, 'DATABASE_READ_URL'>>,
  onReplica: (state: ReplicaState) => void = () => {},
): Promise<Result<Store>> {
  const settle = async (db: Kysely<Database>) => {
    await writeMissingWords(db);
    await finishSearch(db);
  };
  const opened = await stores.openStore(ledgerStore, environment, undefined, settle);
  const { DATABASE_READ_URL: url, LIMIT_STORE_SECONDS: seconds } = environment;
  if (!opened.ok || url === undefined) return opened;
  const budget = seconds && seconds * 1_000;
  const replica = { url, position, onState: onReplica, budget };
  return { ok: true, value: readFromReplica(opened.value, ledgerStore, replica) };
}
