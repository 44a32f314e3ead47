import { sessionBodySchema } from '@tallystick/registry/contract/admin-api';
import type { FastifyInstance } from 'fastify';
import { answer, refuse } from '../answers.ts';
import type { Authentication } from '../authentication.ts';
import { read } from '../call.ts';
import type { ConsoleSessions } from '../console-sessions.ts';

export interface SessionParts {
  authentication: Authentication;
  sessions: ConsoleSessions;
}

/** Signing in to the console and out of it: the only calls that nobody need be signed in for. */
export function sessionCalls(
  server: FastifyInstance,
  { authentication, sessions }: SessionParts,
): void {
  server.post('/session', async (request, reply) => {
    const forged = authentication.forgery(request);
    if (forged !== null) return refuse(reply, forged);
    const body = read(sessionBodySchema, request.body);
    if (!body.ok) return refuse(reply, body);
    const found = await authentication.check(body.value.secret, request);
    if (!found.ok) return refuse(reply, found);
    sessions.end(request.headers.cookie);
    reply.header('set-cookie', sessions.start(found.value.tokenId));
    return reply.code(204).send();
  });

  server.get('/session', async (request, reply) =>
    answer(reply, await authentication.identify(request)),
  );

  server.delete('/session', async (request, reply) => {
    const forged = authentication.forgery(request);
    if (forged !== null) return refuse(reply, forged);
    reply.header('set-cookie', sessions.end(request.headers.cookie));
    return reply.code(204).send();
  });
}
