import { type Neighbours, neighboursSchema } from '@tallystick/shared/contracts/neighbours';
import type { Statement } from '@tallystick/store/connections';
import { jsonSchema } from '../service/json-schema.ts';
import { ledgerCall } from '../service/ledger-call.ts';
import type { Store } from '../store/store.ts';
import { aboutTransfer } from '../transfers/schemas.ts';
import { byId } from '../transfers/transfer-details.ts';

/** The call for what stands beside a transfer in the lists of its parties. */
export const neighbours = ledgerCall({
  ...aboutTransfer,
  path: '/transfers/neighbours',
  summary: 'The transfers before and after one in the lists of its two parties',
  finds: jsonSchema(neighboursSchema),
  find: (store, { item }) => findNeighbours(store, item),
});

/** One step from `t` in the list that `same` says, by its key, never by counting. */
const step = (same: string, direction: 'earlier' | 'later') => {
  const [than, order] = direction === 'earlier' ? ['<', 'desc'] : ['>', 'asc'];
  return `(
    select json_build_object('item', n.item, 'trxn', n.trxn, 'crts', n.crts)
    from transfer n where ${same} and (n.crts, n.item) ${than} (t.crts, t.item)
    order by n.crts ${order}, n.item ${order} limit 1
  )`;
};

const beside = (same: string) => `
  json_build_object('earlier', ${step(same, 'earlier')}, 'later', ${step(same, 'later')})`;

const statement: Statement = {
  name: 'transfer neighbours',
  text: `
    select ${beside('n.cred = t.cred and n.form = t.form')} as credit,
      ${beside('n.debt = t.debt')} as debit
    from (${byId}) as t`,
};

/**
 * The transfers just before and after one in the lists of its two parties; null where it is the
 * oldest or the newest. The one is found as by `findTransfer`.
 */
export const findNeighbours = async (store: Pick<Store, 'query'>, item: string) =>
  (await store.query<Neighbours>(statement, [item])).at(0);
