import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Where requests go whose address cannot be decoded, or has too long a part. No server has it. */
const path = '/.unreadable-address';
const errors = new WeakMap<IncomingMessage, Error>();

/**
 * Fastify answers such a request before any hook: past turns, limits and headers. This leads it through the server
 * as any other, to the same error; the server must `refuseUnreadable`.
 */
export function leadOn(
  server: FastifyInstance,
  error: Error,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): void {
  errors.set(raw, error);
  raw.url = path;
  server.routing(raw, reply.raw);
}

export function refuseUnreadable(server: FastifyInstance): void {
  // After all hooks that look at a request, and before its body is read.
  server.addHook('preParsing', ({ raw }, _reply, _body, done) => done(errors.get(raw)));
}
