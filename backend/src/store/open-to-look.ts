import { type Result, refused } from '@tallystick/contract/result';
import { lineOf } from '@tallystick/store/error-code';
import { hasDatabase } from '@tallystick/store/local-server';
import { schemaOf } from '@tallystick/store/migrate';
import { planMigrations } from '@tallystick/store/migration-plan';
import { openStoreAsItIs, type Store, type StoreSettings } from '@tallystick/store/store';
import { ledgerStore } from './definition.ts';
import type { Database } from './schema.ts';

/**
 * Opens the ledger's store that the environment names, and leaves it as it is. It makes none where
 * there is none, and refuses one whose schema is older than this program.
 */
export async function openToLook(environment: StoreSettings): Promise<Result<Store<Database>>> {
  const { DATA_DIR: folder, DATABASE_URL: url } = environment;
  const place = url === undefined ? folder : 'the database of DATABASE_URL';
  if (url === undefined && !hasDatabase(folder)) return refused(absentFrom(place));
  const opened = await openStoreAsItIs<Database>(ledgerStore, environment);
  if (!opened.ok) return opened;
  const problem = await problemOf(opened.value, place).catch(lineOf);
  if (problem === undefined) return opened;
  await opened.value.close();
  return refused(problem);
}

async function problemOf({ db }: Store<Database>, place: string): Promise<string | undefined> {
  const schema = await schemaOf(db, ledgerStore.schema);
  const planned = await planMigrations(db, { ...ledgerStore, schema });
  if (!planned.ok) return `The ledger in ${place} cannot be opened: ${planned.problem}`;
  const { value: plan } = planned;
  if (plan.at === null) return absentFrom(place);
  if (plan.pending.length === 0) return undefined;
  return `The ledger in ${place} is at ${plan.at}, of an older program: run migrate, or doctor of that program.`;
}

const absentFrom = (place: string) => `There is no ledger in ${place}.`;
