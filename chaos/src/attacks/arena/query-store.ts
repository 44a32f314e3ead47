import { openStore as openLedger } from '@tallystick/backend/src/store/store.ts';
import { releaseStore } from '@tallystick/registry/store-definition';
import { openStore } from '@tallystick/store/store';

type Row = Readonly<Record<string, unknown>>;

/** Runs statements in an embedded store whose server does not run; answers the rows of each. */
export async function queryStore(
  dataDir: string,
  name: 'ledger' | 'releases',
  statements: readonly string[],
): Promise<Row[][]> {
  const place = { DATA_DIR: dataDir, DATABASE_URL: undefined };
  const opened =
    name === 'ledger'
      ? await openLedger(place)
      : await openStore<Record<string, object>>(releaseStore, place);
  if (!opened.ok) throw new Error(opened.problem);
  const { query, close } = opened.store;
  try {
    const rows: Row[][] = [];
    for (const text of statements) rows.push(await query<Row>({ text }, []));
    return rows;
  } finally {
    await close();
  }
}
