import { ndjsonLines } from '@tallystick/backend/src/export/ndjson.ts';
import { readList } from '@tallystick/backend/src/export/read-list.ts';
import type { Store } from '@tallystick/backend/src/store/store.ts';
import { byTurns, untimed } from '../../measures/by-turns.ts';
import { compared, type Measure, perSecond } from '../../measures/measures.ts';

/** Transfers that are exported, the newest of the list. */
const mostExported = 300_000;

/** The newest transfers as lines of an export, against a COPY of the same rows with the names of their parties. */
export async function exportMeasure(store: Store, transfers: number): Promise<Measure> {
  const rows = Math.min(transfers, mostExported);
  const bare = `
    copy (
      select t.item, trxn, stat, form, sort, crts, cred, cred_kind, debt, vars, credit.name, debit.name
      from (select * from transfer order by crts desc, item desc limit ${rows}) as t
      join party as credit on credit.kind = t.cred_kind and credit.id = t.cred
      join party as debit on debit.kind = 'user' and debit.id = t.debt
    ) to '/dev/null'`;
  const [took = untimed, copied = untimed] = await byTurns(
    [() => exportNewest(store, rows), () => store.query({ text: bare }, [])],
    1,
  );
  const rate = ({ median }: typeof untimed) => (rows / median) * 1_000;
  const peer = ['bare COPY', rate(copied)] as const;
  return compared('export', perSecond('rows'), rate(took), peer, { min: 0.5 });
}

async function exportNewest(store: Store, rows: number): Promise<void> {
  const snapshot = await store.openSnapshot();
  let written = 0;
  try {
    const list = { list: 'all', party: '', search: '', filters: {} } as const;
    for await (const part of readList(snapshot.query, list)) {
      Buffer.from(ndjsonLines(part));
      written += part.transfers.length;
      if (written >= rows) break;
    }
  } finally {
    await snapshot.release();
  }
}
