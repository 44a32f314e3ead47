import { asOwnWork } from '@tallystick/guard/caller';
import type { Metrics } from '@tallystick/guard/metrics/metrics';
import { dataAnswer, error } from '../service/answers.ts';
import { jsonSchema, type RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';
import { importBodySchema, importPath, linesReportSchema } from './import-message.ts';
import { requireImportKey } from './require-import-key.ts';
import { storeTarget } from './target.ts';

const bodyLimit = 16_777_216;

/**
 * `POST /ledger/import`: records lines of ledger input in a store that this process alone may open.
 * `key` is its credential, which the public one is not; it lies in the data folder, so that only
 * who may write there anyway may record.
 */
export const importRoute: RoutePlugin<{
  store: Pick<Store, 'db' | 'query' | 'waiting'>;
  key: string;
  metrics?: Metrics;
}> = async (app, { store, key, metrics }) => {
  const count = metrics?.count(
    'import_lines_total',
    'Lines of imports that were recorded or refused',
  );
  const target = storeTarget(store);
  app.post(
    importPath,
    {
      bodyLimit,
      schema: {
        hide: true,
        body: jsonSchema(importBodySchema),
        response: { 200: dataAnswer(jsonSchema(linesReportSchema)), 401: error() },
      },
      onRequest: requireImportKey(key),
    },
    // The operator's work: it is not queued or charged as a client's.
    async ({ body }) => {
      const data = await asOwnWork(() => target.record(body.firstLine, body.lines));
      count?.(body.lines.length);
      return { data };
    },
  );
};
