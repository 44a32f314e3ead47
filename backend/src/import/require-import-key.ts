import type { FastifyReply, FastifyRequest } from 'fastify';
import { sameSecret } from '../keys/same-secret.ts';

/**
 * Refuses requests without the key of the data folder, before their body is read. Whoever can
 * read it there can write the embedded store as well, so it grants nothing more.
 */
export function requireImportKey(key: string) {
  const isKey = sameSecret(key);
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isKey(headers.authorization ?? '')) return;
    await reply.code(401).send({ code: 401, error: 'This key does not open the import.' });
  };
}
