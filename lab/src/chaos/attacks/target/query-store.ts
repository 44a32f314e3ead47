import { openStore as openLedger } from '@tallystick/backend/src/store/store.ts';
import { releaseStore } from '@tallystick/registry/store-definition';
import { openStore } from '@tallystick/store/store';
import type { Target } from './target.ts';

type Row = Readonly<Record<string, unknown>>;

/** Kills a server, then runs statements in its database; answers the rows of each. */
export async function killAndQuery(
  { servers, dataDir }: Pick<Target, 'servers' | 'dataDir'>,
  name: 'ledger' | 'releases',
  statements: readonly string[],
): Promise<Row[][]> {
  const where = { DATA_DIR: dataDir, DATABASE_URL: undefined };
  await (name === 'ledger' ? servers.ledger : servers.site).kill();
  const opened =
    name === 'ledger'
      ? await openLedger(where)
      : await openStore<Record<string, object>>(releaseStore, where);
  if (!opened.ok) throw new Error(opened.problem);
  await using ended = new AsyncDisposableStack();
  const { query } = ended.adopt(opened.store, (store) => store.close());
  const rows: Row[][] = [];
  for (const text of statements) rows.push(await query<Row>({ text }, []));
  return rows;
}
