import { answers } from '../service/answers.ts';
import { errorBody } from '../service/errors.ts';
import type { RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';
import { listCall } from './list-call.ts';
import { transferBodySchema, transferDataSchema, transferDetailSchema } from './schemas.ts';
import { findTransfer, findTransferData } from './transfer-details.ts';

const lists = [
  { path: '/transfers/list/latest', list: 'all', summary: 'Every transfer, for the home page' },
  { path: '/transfers/list/data', list: 'all', summary: 'Every transfer' },
  { path: '/transfers/list/creator', list: 'creator', summary: 'Assets that a creator issued' },
  {
    path: '/transfers/list/consumer',
    list: 'consumer',
    summary: 'Data that a consumer or a checker called',
  },
  { path: '/transfers/list/user', list: 'user', summary: 'Transfers of a user' },
  { path: '/assets/list/data', list: 'assets', summary: 'Every asset' },
] as const;

/** The calls about transfers; assets are transfers of the form `asset`. */
export const transfers: RoutePlugin<{ store: Pick<Store, 'query'> }> = async (app, { store }) => {
  for (const call of lists) listCall(app, store, call);
  const missing = errorBody(404, 'There is no such transfer.');
  app.post(
    '/transfers/details',
    {
      schema: {
        summary: 'One transfer and its parties',
        tags: ['transfers'],
        body: transferBodySchema,
        response: answers(transferDetailSchema, 404),
      },
    },
    async ({ body }, reply) => {
      const data = await findTransfer(store, body.data.item);
      return data ? { data } : reply.code(404).send(missing);
    },
  );
  app.post(
    '/transfers/data/details',
    {
      schema: {
        summary: 'The variables of a transfer',
        tags: ['transfers'],
        body: transferBodySchema,
        response: answers(transferDataSchema, 404),
      },
    },
    async ({ body }, reply) => {
      const data = await findTransferData(store, body.data.item);
      return data ? { data } : reply.code(404).send(missing);
    },
  );
};
