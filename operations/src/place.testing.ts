import { ledgerLines } from '@tallystick/backend/src/cli/cli.testing.ts';
import { findingsOf as findingsIn } from '@tallystick/backend/src/doctor/findings-of.testing.ts';
import { importLines } from '@tallystick/backend/src/import/import-lines.ts';
import { splitLines } from '@tallystick/backend/src/import/lines.ts';
import { storeTarget } from '@tallystick/backend/src/import/target.ts';
import { openStore, type Store } from '@tallystick/backend/src/store/store.ts';
import { copyPlace, emptyFolder, fillReleases } from '@tallystick/operations/place.testing';
import type { Environment } from '@tallystick/settings/environment';
import { copyDatabase } from '@tallystick/store/copy-database.testing';

const ledgerTables = [
  ...['party', 'party_word', 'transfer', 'tally', 'span', 'segment'],
  ...['record_entry', 'record_tile', 'record_log'],
];

let filled: Promise<Environment> | undefined;

/** A place with a ledger, and a registry at revision 2 of production: filled once, and copied. */
export async function filledPlace(): Promise<Environment> {
  filled ??= emptyFolder().then(async (folder) => {
    const place = { ...folder, DATABASE_URL: await copyDatabase() };
    await withLedger(place, (store) => record(store, ledgerLines(3_000)));
    await fillReleases(place);
    return place;
  });
  return copyPlace(await filled);
}

export async function record(store: Store, lines: readonly string[]): Promise<void> {
  const bytes = (async function* () {
    yield Buffer.from(lines.join(''));
  })();
  const { problem } = await importLines(splitLines(bytes), storeTarget(store));
  if (problem !== undefined) throw new Error(problem);
}

export async function withLedger<T>(
  place: Environment,
  run: (store: Store) => Promise<T>,
): Promise<T> {
  const opened = await openStore(place);
  if (!opened.ok) throw new Error(opened.problem);
  return run(opened.value).finally(opened.value.close);
}

/** Every row of the ledger but its events, and how its tables are made. */
export function ledgerOf(place: Environment): Promise<unknown> {
  return withLedger(place, async ({ query }) => {
    const made = await query(
      {
        text: `
          select indexdef as made from pg_indexes where schemaname = current_schema()
          union all
          select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
          from pg_constraint
          where connamespace = current_schema()::regnamespace and contype <> 'n'
          union all
          select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger
          join pg_class c on c.oid = tgrelid and relnamespace = current_schema()::regnamespace
          where not tgisinternal order by 1`,
      },
      [],
    );
    const rows: unknown[] = [];
    for (const table of ledgerTables) {
      rows.push(
        await query({ text: `select * from ${table} as one order by one::text collate "C"` }, []),
      );
    }
    return { made, rows };
  });
}

/** All that `doctor` finds. */
export function findingsOf(place: Environment): Promise<string[]> {
  return withLedger(place, findingsIn);
}
