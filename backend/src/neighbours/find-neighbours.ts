import type { Neighbours } from '@tallystick/shared/contracts/neighbours';
import type { Statement } from '@tallystick/store/connections';
import type { Store } from '../store/store.ts';
import { byItemElseTrxn } from '../transfers/transfer-details.ts';

/** One step from `t` in the list that `same` says, by its key, never by counting. */
const step = (same: string, direction: 'earlier' | 'later') => {
  const [than, order] = direction === 'earlier' ? ['<', 'desc'] : ['>', 'asc'];
  return `(
    select json_build_object('item', n.item, 'trxn', n.trxn, 'crts', n.crts)
    from transfer n where ${same} and (n.crts, n.item) ${than} (t.crts, t.item)
    order by n.crts ${order}, n.item ${order} limit 1
  )`;
};

const ofCredit = 'n.cred = t.cred and n.form = t.form';
const ofDebit = 'n.debt = t.debt';

const neighbours: Statement = {
  name: 'transfer neighbours',
  text: `
    select
      json_build_object(
        'earlier', ${step(ofCredit, 'earlier')}, 'later', ${step(ofCredit, 'later')}
      ) as credit,
      json_build_object(
        'earlier', ${step(ofDebit, 'earlier')}, 'later', ${step(ofDebit, 'later')}
      ) as debit
    from (${byItemElseTrxn}) as t`,
};

/**
 * The transfers just before and after one, found as by `findTransfer`, in the lists of its two
 * parties: null where it is the oldest or the newest.
 */
export async function findNeighbours(
  store: Pick<Store, 'query'>,
  item: string,
): Promise<Neighbours | undefined> {
  const [row] = await store.query<Neighbours>(neighbours, [item]);
  return row;
}
