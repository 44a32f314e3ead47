import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { asOwnWork } from '@tallystick/guard/caller';
import type { Store } from '../store/store.ts';
import {
  importAnswerSchema,
  importBodySchema,
  importErrorSchema,
  importPath,
} from './import-message.ts';
import { storeTarget } from './target.ts';

const bodyLimit = 16_777_216;

/**
 * `POST /ledger/import`: records lines of ledger input in a store that this process alone may open.
 * `key` is its credential, which the public one is not; it lies in the data folder, so that only
 * who may write there anyway may record.
 */
export const importRoute: FastifyPluginAsyncTypebox<{
  store: Pick<Store, 'db' | 'waiting'>;
  key: string;
}> = async (app, { store, key }) => {
  const target = storeTarget(store);
  const wanted = digest(key);
  app.post(
    importPath,
    {
      bodyLimit,
      schema: {
        hide: true,
        body: importBodySchema,
        response: { 200: importAnswerSchema, 401: importErrorSchema },
      },
      // Before the body is read.
      onRequest: async ({ headers }, reply) => {
        if (timingSafeEqual(digest(headers.authorization ?? ''), wanted)) return;
        await reply.code(401).send({ code: 401, error: 'This key does not open the import.' });
      },
    },
    // For the one who runs the service: no client's turns, and at no client's cost.
    async ({ body }) => ({
      data: await asOwnWork(() => target.record(body.firstLine, body.lines)),
    }),
  );
};

/** Of one length for every text, so that the comparison tells nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
