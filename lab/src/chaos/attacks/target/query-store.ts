import { join } from 'node:path';
import { openStore as openLedger } from '@tallystick/backend/src/store/store.ts';
import { releaseStore } from '@tallystick/registry/parts/all-parts';
import { serverFolder, untilEnded } from '@tallystick/store/server-folder';
import { openStore } from '@tallystick/store/store';
import type { Target } from './target.ts';

type Attacked = Pick<Target, 'servers' | 'dataDir'>;
type Row = Readonly<Record<string, unknown>>;

/** Kills a server, then runs statements in its database; answers the rows of each. */
export async function killAndQuery(
  { servers, dataDir }: Attacked,
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
  const { query } = ended.adopt(opened.value, (store) => store.close());
  const rows: Row[][] = [];
  for (const text of statements) rows.push(await query<Row>({ text }, []));
  return rows;
}

/** Kills both servers and waits until their database has ended; answers where the file of a table is. */
export async function endAndFind(
  target: Attacked,
  name: 'ledger' | 'releases',
  table: string,
): Promise<string> {
  const [[row] = []] = await killAndQuery(target, name, [
    `select pg_relation_filepath('${table}') as path`,
  ]);
  await Promise.all([target.servers.site.kill(), target.servers.ledger.kill()]);
  await untilEnded(target.dataDir);
  return join(serverFolder(target.dataDir), 'data', String(row?.path));
}
