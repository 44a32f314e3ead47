import { type TransferChanges, transferChangesSchema } from '@tallystick/shared/contracts/changes';
import type { Statement } from '@tallystick/store/connections';
import * as v from 'valibot';
import { id } from '../service/fields.ts';
import { jsonSchema } from '../service/json-schema.ts';
import { ledgerCall } from '../service/ledger-call.ts';
import type { Store } from '../store/store.ts';

const maxItems = 100;

/** The call that says when transfers were last changed, for a feed. */
export const changes = ledgerCall({
  path: '/transfers/changes',
  summary: 'When transfers were last changed',
  tags: ['transfers'],
  asks: v.object({
    items: v.pipe(v.array(id), v.maxLength(maxItems), v.description('Items of the transfers.')),
  }),
  finds: jsonSchema(transferChangesSchema, {
    list: 'Without those that were not changed since they were recorded.',
    'list[].changed': 'Milliseconds since 1970.',
  }),
  find: (store, { items }) => findChanges(store, items),
});

const statement: Statement = {
  name: 'changes of transfers',
  text: `
    select item, (extract(epoch from changed) * 1000)::bigint as changed from transfer
    where item = any($1::text[]) and changed is not null order by item`,
};

async function findChanges(
  store: Pick<Store, 'query'>,
  items: readonly string[],
): Promise<TransferChanges> {
  return { list: await store.query<TransferChanges['list'][number]>(statement, [items]) };
}
