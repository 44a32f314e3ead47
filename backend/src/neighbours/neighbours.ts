import { neighboursSchema } from '@tallystick/shared/contracts/neighbours';
import { answers } from '../service/answers.ts';
import { errorBody } from '../service/errors.ts';
import { jsonSchema, type RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';
import { transferBodySchema } from '../transfers/schemas.ts';
import { findNeighbours } from './find-neighbours.ts';

const missing = errorBody(404, 'There is no such transfer.');

/** The call for what stands beside a transfer in the lists of its parties. */
export const neighbours: RoutePlugin<{ store: Pick<Store, 'query'> }> = async (app, { store }) => {
  app.post(
    '/transfers/neighbours',
    {
      schema: {
        summary: 'The transfers before and after one in the lists of its two parties',
        tags: ['transfers'],
        body: transferBodySchema,
        response: answers(jsonSchema(neighboursSchema), 404),
      },
    },
    async ({ body }, reply) => {
      const data = await findNeighbours(store, body.data.item);
      return data ? { data } : reply.code(404).send(missing);
    },
  );
};
