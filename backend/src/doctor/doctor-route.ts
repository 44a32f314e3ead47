import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { importErrorSchema } from '../import/import-message.ts';
import { requireImportKey } from '../import/require-import-key.ts';
import type { Store } from '../store/store.ts';
import { doctorAnswerSchema, doctorPath, stageSchema } from './doctor-message.ts';
import { examineStep } from './examine-step.ts';

/** `POST /ledger/doctor`: one step of an examination of a store that this process alone may open. */
export const doctorRoute: FastifyPluginAsyncTypebox<{
  store: Pick<Store, 'query'>;
  key: string;
}> = async (app, { store, key }) => {
  app.post(
    doctorPath,
    {
      schema: {
        hide: true,
        body: stageSchema,
        response: { 200: doctorAnswerSchema, 401: importErrorSchema },
      },
      onRequest: requireImportKey(key),
    },
    async ({ body }) => ({ data: await examineStep(store, body) }),
  );
};
