import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Refuses requests without the key of the data folder, before their body is read. It lies there so that
 * only who may write the folder anyway may record.
 */
export function requireImportKey(key: string) {
  const wanted = digest(key);
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (timingSafeEqual(digest(headers.authorization ?? ''), wanted)) return;
    await reply.code(401).send({ code: 401, error: 'This key does not open the import.' });
  };
}

/** Of one length for every text, so that the comparison tells nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
