import { asOwnWork } from '@tallystick/guard/caller';
import type { Metrics } from '@tallystick/guard/metrics/metrics';
import type { FastifyRequest } from 'fastify';
import { doctorPath, stageSchema, stepReportSchema } from '../doctor/doctor-message.ts';
import { sameSecret } from '../keys/same-secret.ts';
import { dataAnswer, error } from '../service/answers.ts';
import { jsonSchema, type RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';
import { importBodySchema, importPath, linesReportSchema } from './import-message.ts';
import { storeTarget } from './target.ts';

const bodyLimit = 16_777_216;

/** Whether a request is of the command line, by its credential `key`. */
export function isByKey(key: string): (request: FastifyRequest) => boolean {
  const isKey = sameSecret(key);
  return ({ routeOptions: { url = '' }, headers }) =>
    [importPath, doctorPath].includes(url) && isKey(headers.authorization ?? '');
}

/**
 * What the command line does in a store that this process alone may open: `POST /ledger/import` records
 * lines of ledger input, `POST /ledger/doctor` takes one step of an examination. `key` is their
 * credential, which the public one is not; it lies in the data folder, where whoever can read it
 * could write the embedded store as well, so it grants nothing more. It is the operator's work: not queued, charged or
 * limited as a client's.
 */
export const importRoute: RoutePlugin<{
  store: Pick<Store, 'db' | 'query' | 'waiting'>;
  key: string;
  metrics?: Metrics | undefined;
}> = async (app, { store, key, metrics }) => {
  const count = metrics?.count(
    'import_lines_total',
    'Lines of imports that were recorded or refused',
  );
  const target = storeTarget({ ...store, tell: (line) => app.log.error(line) });
  const isOperators = isByKey(key);
  // Before a body is read.
  app.addHook('onRequest', async (request, reply) => {
    if (isOperators(request)) return;
    await reply.code(401).send({ code: 401, error: 'This key does not open the import.' });
  });
  app.post(
    importPath,
    {
      bodyLimit,
      schema: {
        hide: true,
        body: jsonSchema(importBodySchema),
        response: { 200: dataAnswer(jsonSchema(linesReportSchema)), 401: error() },
      },
    },
    async ({ body }) => {
      const data = await asOwnWork(() => target.record(body.firstLine, body.lines));
      count?.(body.lines.length);
      return { data };
    },
  );
  app.post(
    doctorPath,
    {
      schema: {
        hide: true,
        body: jsonSchema(stageSchema),
        response: { 200: dataAnswer(jsonSchema(stepReportSchema)), 401: error() },
      },
    },
    async ({ body }) => ({ data: await asOwnWork(() => target.examine(body)) }),
  );
};
