import type { FastifyPluginAsync, FastifySchema } from 'fastify';
import { type GenericSchema, object } from 'valibot';
import type { Store } from '../store/store.ts';
import { answers } from './answers.ts';
import { errorBody } from './errors.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';

/** A call that takes `{data}`, and whose answer is in the store. */
export interface LedgerCall<Asked, Found> {
  path: string;
  summary: string;
  tags: string[];
  /** What `data` of the body is. */
  asks: GenericSchema<unknown, Asked>;
  /** What `data` of the answer is. */
  finds: JsonSchema<Found>;
  find(store: Pick<Store, 'query'>, asked: Asked): Promise<Found | undefined>;
  /** Said with 404 if nothing is found; absent: something always is. */
  missing?: string;
}

/** The route of a call. */
export const ledgerCall =
  <Asked, Found>(
    call: LedgerCall<Asked, Found>,
  ): FastifyPluginAsync<{ store: Pick<Store, 'query'> }> =>
  async (app, { store }) => {
    const { path, summary, tags, asks, finds, find, missing } = call;
    const response = missing === undefined ? answers(finds) : answers(finds, 404);
    const body = jsonSchema(object({ data: asks }));
    const schema: FastifySchema = { summary, tags, body, response };
    app.post<{ Body: { data: Asked } }>(path, { schema }, async ({ body }, reply) => {
      const data = await find(store, body.data);
      return data === undefined ? reply.code(404).send(errorBody(404, missing)) : { data };
    });
  };
