import type { Result } from '@tallystick/contract/result';
import { readFromReplica } from '@tallystick/store/replica';
import type { ReplicaState } from '@tallystick/store/replica-state';
import * as platform from '@tallystick/store/store';
import type { Kysely } from 'kysely';
import { openServiceKey } from '../keys/service-key.ts';
import { writeMissingWords } from '../ledger/party-words.ts';
import { finishSearch } from '../ledger/refresh-search.ts';
import { type RecordKey, recordKeyOf } from '../records/record-key.ts';
import type { LedgerEnvironment } from '../settings/ledger-environment.ts';
import { ledgerStore } from './definition.ts';
import type { Database } from './schema.ts';

/** The ledger's database. */
export interface Store extends platform.Store<Database> {
  /** The key of the log of records, which everything is that is recorded. Rejects with one line if it cannot be had. */
  recordKey(): Promise<RecordKey>;
}

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
  if (!opened.ok) return opened;
  // Only what records or serves makes a secret in the data folder.
  let key: RecordKey | undefined;
  const recordKey = async () => {
    key ??= recordKeyOf(await openServiceKey(environment.DATA_DIR));
    return key;
  };
  const { DATABASE_READ_URL: url, LIMIT_STORE_SECONDS: seconds } = environment;
  if (url === undefined) return { ok: true, value: { ...opened.value, recordKey } };
  /** Milliseconds of the replica's time that one client may use in a minute. */
  const budget = seconds && seconds * 1_000;
  const replica = { url, position, onState: onReplica, budget };
  const reading = readFromReplica(opened.value, ledgerStore, replica);
  return { ok: true, value: { ...reading, recordKey } };
}
