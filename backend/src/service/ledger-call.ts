import type { FastifyPluginAsync, FastifySchema } from 'fastify';
import { type GenericSchema, object } from 'valibot';
import type { Store } from '../store/store.ts';
import { answers } from './answers.ts';
import { errorBody, isTimeout } from './errors.ts';
import type { JsonSchema } from './json-schema.ts';

/** A call that takes `{data}`, and whose answer is in the store. */
export interface LedgerCall<Asked, Found> {
  path: string;
  summary: string;
  tags: string[];
  /** What `data` of the body is. */
  asks: GenericSchema<unknown, Asked>;
  /** Said with 400: what is wrong with fields that are each right; null: nothing. */
  problem?(asked: Asked): string | null;
  /** What `data` of the answer is. */
  finds: JsonSchema<Found>;
  find(store: Pick<Store, 'query'>, asked: Asked): Promise<Found | undefined>;
  /** Said with 404 if nothing is found; absent: something always is. */
  missing?: string;
  /** Whether it is a search, which may take too long: that is said with 422. */
  searches?(asked: Asked): boolean;
}

/** The route of a call. */
export const ledgerCall =
  <Asked, Found>(
    call: LedgerCall<Asked, Found>,
  ): FastifyPluginAsync<{ store: Pick<Store, 'query'> }> =>
  async (app, { store }) => {
    const { path, summary, tags, asks, problem, finds, find, missing, searches } = call;
    const response = answers(finds, missing !== undefined && 404, searches !== undefined && 422);
    const body = object({ data: asks });
    const schema: FastifySchema = { summary, tags, body, response };
    app.post<{ Body: { data: Asked } }>(path, { schema }, async ({ body }, reply) => {
      const asked = body.data;
      const refused = problem?.(asked) ?? null;
      if (refused !== null) return reply.code(400).send(errorBody(400, refused));
      try {
        const data = await find(store, asked);
        return data === undefined ? reply.code(404).send(errorBody(404, missing)) : { data };
      } catch (error) {
        if (!searches?.(asked) || !isTimeout(error)) throw error;
        return reply.code(422).send(errorBody(422));
      }
    });
  };
