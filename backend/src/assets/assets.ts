import type { RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';
import { listCall } from '../transfers/list-call.ts';

/** The calls about assets: transfers of the form `asset`. */
export const assets: RoutePlugin<{ store: Pick<Store, 'query'> }> = async (app, { store }) => {
  listCall(app, store, { path: '/assets/list/data', list: 'assets', summary: 'Every asset' });
};
