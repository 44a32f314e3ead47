import type { FastifyInstance } from 'fastify';
import { sameSecret } from '../keys/same-secret.ts';
import { errorBody } from './errors.ts';

/**
 * Lets only requests pass whose authorization header is the credential, as it is or as a bearer
 * token, to the routes registered after it. Answers 401 before the body is read.
 */
export function requireCredential(app: FastifyInstance, credential: string): void {
  const isCredential = sameSecret(credential);
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, security: [{ credential: [] }] };
  });
  app.addHook('onRequest', async ({ headers }, reply) => {
    const given = headers.authorization ?? '';
    if (isCredential(given) || isCredential(given.replace(/^bearer +/i, ''))) return;
    await reply
      .code(401)
      .header('www-authenticate', 'Bearer')
      .send(errorBody(401, 'The credential is missing or wrong.'));
  });
}
