import { tellReady } from '@tallystick/guard/ready';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { error } from '../service/answers.ts';
import { errorBody } from '../service/errors.ts';
import { jsonSchema } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';

/**
 * `GET /health`: the process lives. If it fails, end the process. `GET /ready`: it can serve now,
 * so its store answers and it is not stopping. If it fails, send requests elsewhere until it passes
 * again. `limit`: milliseconds within which the store must answer.
 */
export function serveHealth(
  app: FastifyInstance,
  store: Pick<Store, 'query'>,
  leaving?: AbortSignal,
  limit?: number,
): void {
  const answers = () => store.query({ text: 'select 1' }, []).then(() => true);
  app.get(
    '/health',
    {
      schema: {
        summary: 'Whether the service runs',
        response: { 200: jsonSchema(v.object({ status: v.literal('ok') })) },
      },
    },
    async () => ({ status: 'ok' as const }),
  );
  const schema = {
    summary: 'Whether the service can serve now',
    response: { 200: jsonSchema(v.object({ status: v.literal('ready') })), 503: error() },
  };
  tellReady(app, answers, leaving, undefined, { schema, sentence: errorBody(503).error, limit });
}
