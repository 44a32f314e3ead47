import type { Result } from '@tallystick/contract/result';
import { readFromReplica } from '@tallystick/store/replica';
import type { ReplicaState } from '@tallystick/store/replica-state';
import * as platform from '@tallystick/store/store';
import type { Kysely } from 'kysely';
import { writeMissingWords } from '../ledger/party-words.ts';
import { finishSearch } from '../ledger/refresh-search.ts';
import type { LedgerEnvironment } from '../settings/ledger-environment.ts';
import { ledgerStore } from './definition.ts';
import type { Database } from './schema.ts';

/** The ledger's database. */
export type Store = platform.Store<Database>;

/** The number of the newest event. A replica that has it also has every change made by it and by earlier events. */
const position = { name: 'position', text: 'select coalesce(max(id), 0) as n from event' };

/**
 * Opens the ledger's store and brings its schema up to date. The store is the database at DATABASE_URL
 * or, without it, that of the server in DATA_DIR. Reads go to DATABASE_READ_URL if it is set, as long
 * as that replica keeps up.
 */
export async function openStore(
  environment: platform.StoreSettings & Partial<Pick<LedgerEnvironment, 'DATABASE_READ_URL'>>,
  onReplica: (state: ReplicaState) => void = () => {},
): Promise<Result<Store>> {
  const fillSearchData = async (db: Kysely<Database>) => {
    await writeMissingWords(db);
    await finishSearch(db);
  };
  const opened = await platform.openStore(ledgerStore, environment, undefined, fillSearchData);
  const { DATABASE_READ_URL: url, LIMIT_STORE_SECONDS: seconds } = environment;
  if (!opened.ok || url === undefined) return opened;
  /** Milliseconds of the replica's time that one client may use in a minute. */
  const budget = seconds && seconds * 1_000;
  const replica = { url, position, onState: onReplica, budget };
  return { ok: true, value: readFromReplica(opened.value, ledgerStore, replica) };
}
