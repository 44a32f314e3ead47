import { requireImportKey } from '../import/require-import-key.ts';
import { dataAnswer, error } from '../service/answers.ts';
import { jsonSchema, type RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';
import { doctorPath, stageSchema, stepReportSchema } from './doctor-message.ts';
import { examineStep } from './examine-step.ts';

/** `POST /ledger/doctor`: one step of an examination of a store that this process alone may open. */
export const doctorRoute: RoutePlugin<{
  store: Pick<Store, 'query'>;
  key: string;
}> = async (app, { store, key }) => {
  app.post(
    doctorPath,
    {
      schema: {
        hide: true,
        body: jsonSchema(stageSchema),
        response: { 200: dataAnswer(jsonSchema(stepReportSchema)), 401: error() },
      },
      onRequest: requireImportKey(key),
    },
    async ({ body }) => ({ data: await examineStep(store, body) }),
  );
};
