import type { FastifyReply } from 'fastify';

/** Says what is wrong with a request, in JSON. */
export function refuse(reply: FastifyReply, code: number, error: string): FastifyReply {
  return reply.code(code).send({ code, error });
}
