import { codeOfStatus } from '@tallystick/registry/contract/problem';
import type { FastifyReply } from 'fastify';

/** Says what is wrong with a request: `{code, error}`, as the admin API does. */
export function refuse(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.code(status).send({ code: codeOfStatus(status), error });
}
