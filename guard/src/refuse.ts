import type { FastifyReply } from 'fastify';

/** Answers that somebody is to ask again after `seconds`, in the shape of every error of the house. */
export function refuseFor(
  reply: FastifyReply,
  code: 429 | 503,
  seconds: number,
  error: string,
): FastifyReply {
  return reply
    .code(code)
    .header('retry-after', String(seconds))
    .header('cache-control', 'no-store')
    .send({ code, error });
}
