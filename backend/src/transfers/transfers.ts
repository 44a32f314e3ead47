import type { RoutePlugin } from '../service/json-schema.ts';
import { ledgerCall } from '../service/ledger-call.ts';
import type { Store } from '../store/store.ts';
import { listCall } from './list-call.ts';
import { aboutTransfer, transferDataSchema, transferDetailSchema } from './schemas.ts';
import { findTransfer, findTransferData } from './transfer-details.ts';

const lists = [
  { path: '/transfers/list/latest', list: 'all', summary: 'Every transfer, for the home page' },
  { path: '/transfers/list/data', list: 'all', summary: 'Every transfer' },
  { path: '/transfers/list/creator', list: 'creator', summary: 'Assets that a creator issued' },
  {
    path: '/transfers/list/consumer',
    list: 'consumer',
    summary: 'Data that a consumer or a checker called for',
  },
  { path: '/transfers/list/user', list: 'user', summary: 'Transfers of a user' },
  { path: '/assets/list/data', list: 'assets', summary: 'Every asset' },
] as const;

const details = ledgerCall({
  ...aboutTransfer,
  path: '/transfers/details',
  summary: 'One transfer and its parties',
  finds: transferDetailSchema,
  find: (store, { item }) => findTransfer(store, item),
});
const data = ledgerCall({
  ...aboutTransfer,
  path: '/transfers/data/details',
  summary: 'The variables (named values) of a transfer',
  finds: transferDataSchema,
  find: (store, { item }) => findTransferData(store, item),
});

/** The calls about transfers; assets are transfers of the form `asset`. */
export const transfers: RoutePlugin<{ store: Pick<Store, 'query'> }> = async (app, options) => {
  for (const call of [...lists.map(listCall), details, data]) await app.register(call, options);
};
