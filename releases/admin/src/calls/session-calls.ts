import { routes } from '@tallystick/registry/contract/routes';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../answers.ts';
import { addOpenCall } from '../call.ts';
import type { Context } from '../context.ts';

/** Signing in to the console and out of it: nobody need be signed in for these calls. */
export function sessionCalls(server: FastifyInstance, { authentication, sessions }: Context): void {
  server.addHook('preHandler', async (request, reply) => {
    const forged = authentication.forgery(request);
    if (forged !== null) return refuse(reply, forged);
  });

  addOpenCall(server, routes.signIn, async ({ body, request, reply }) => {
    const found = await authentication.check(body.secret, request);
    if (!found.ok) return found;
    await sessions.end(request.headers.cookie);
    reply.header('set-cookie', await sessions.start(found.value.tokenId));
    return { ok: true, value: null };
  });

  addOpenCall(server, routes.signOut, async ({ request, reply }) => {
    reply.header('set-cookie', await sessions.end(request.headers.cookie));
    return { ok: true, value: null };
  });
}
