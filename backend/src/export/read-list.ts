import type { ExportList } from '@tallystick/shared/contracts/export';
import type { Statement } from '@tallystick/store/connections';
import { searchPattern } from '../ledger/search.ts';
import type { Store } from '../store/store.ts';
import { definitions, isOfParty } from '../transfers/lists.ts';
import type { ExportedTransfer } from './exported-transfer.ts';

export interface ListToRead {
  list: ExportList;
  /** Id of the party; unused by the lists that have none. */
  party: string;
  /** Empty: none. */
  search: string;
}

/** Transfers that one statement reads. */
const batchSize = 500;

/** Later than any transfer. */
const beginning = { crts: '9223372036854775807', item: '' };

/**
 * The part of a list that follows a key, in the list's order. A search is applied to the part: with
 * an index of its own it would have to find and sort all hits again for each part.
 */
function part({ list }: ListToRead, searched: boolean, parameters: number): Statement {
  return {
    name: `export ${list}${searched ? ' searched' : ''}`,
    text: `
      with part as materialized (
        select * from transfer where ${definitions[list].rows} and (crts, item) < ($1, $2)
        order by crts desc, item desc limit ${batchSize}
      )
      select last.item as last_item, last.crts as last_crts, hit.*
      from (select crts, item from part order by crts, item limit 1) as last
      left join (
        select t.item, t.trxn, t.stat, t.form, t.sort, t.crts, t.cred, t.cred_kind, t.debt,
          case t.stat when 6 then t.vars end as vars,
          creator.name as creator, consumer.name as consumer, checker.name as checker,
          debit.name as debit
        from part t
        join party debit on debit.kind = 'user' and debit.id = t.debt
        left join party creator
          on t.form = 'asset' and creator.kind = 'creator' and creator.id = t.cred
        left join party consumer
          on t.form = 'data' and consumer.kind = 'consumer' and consumer.id = t.cred
        left join party checker
          on t.form = 'data' and checker.kind = 'checker' and checker.id = t.cred
        where ${searched ? `t.search like $${parameters}` : 'true'}
      ) as hit on true
      order by hit.crts desc, hit.item desc`,
  };
}

type PartRow = { last_item: string; last_crts: number } & (ExportedTransfer | { item: null });

/**
 * A whole list, newest first, some transfers at a time and no faster than they are taken. Each part
 * is a statement of its own: without a snapshot around them, what changes meanwhile shows or not.
 */
export async function* readList(
  query: Store['query'],
  list: ListToRead,
): AsyncGenerator<ExportedTransfer[]> {
  const search = searchPattern(list.search);
  const rest = [...(isOfParty(list.list) ? [list.party] : []), ...(search ? [search.pattern] : [])];
  const statement = part(list, search !== null, 2 + rest.length);
  let { crts, item }: { crts: string | number; item: string } = beginning;
  for (;;) {
    const rows: PartRow[] = await query<PartRow>(statement, [crts, item, ...rest]);
    const last = rows[0];
    if (!last) return;
    crts = last.last_crts;
    item = last.last_item;
    const transfers: ExportedTransfer[] = [];
    for (const row of rows) if (row.item !== null) transfers.push(row);
    yield transfers;
  }
}
