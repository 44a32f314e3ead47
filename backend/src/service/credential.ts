import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { errorBody } from './errors.ts';

/**
 * Lets only requests pass whose authorization header is the credential, as it is or as a bearer
 * token, to the routes registered after it. Answers 401 before the body is read.
 */
export function requireCredential(app: FastifyInstance, credential: string): void {
  const wanted = digest(credential);
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, security: [{ credential: [] }] };
  });
  app.addHook('onRequest', async ({ headers }, reply) => {
    const given = headers.authorization ?? '';
    const matches = timingSafeEqual(digest(given), wanted);
    const matchesBearer = timingSafeEqual(digest(given.replace(/^bearer +/i, '')), wanted);
    if (matches || matchesBearer) return;
    await reply
      .code(401)
      .header('www-authenticate', 'Bearer')
      .send(errorBody(401, 'The credential is missing or wrong.'));
  });
}

/** Of one length for every text, so that the comparison tells nothing of where they differ. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
