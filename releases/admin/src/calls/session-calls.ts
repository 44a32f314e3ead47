import { routes } from '@tallystick/registry/contract/routes';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../answers.ts';
import { addCall, addOpenCall } from '../call.ts';
import type { Context } from '../context.ts';

/** Signing in to the console and out of it: nobody need be signed in for these calls. */
export function sessionCalls(
  server: FastifyInstance,
  { authentication, links, sessions }: Context,
): void {
  server.addHook('preHandler', async (request, reply) => {
    const forged = authentication.forgery(request);
    if (forged !== null) return refuse(reply, forged);
  });

  addOpenCall(server, routes.signIn, async ({ body, request, reply }) => {
    const tokenId = links.redeem(body.secret);
    const found =
      tokenId === null
        ? await authentication.check(body.secret, request)
        : { ok: true as const, value: { tokenId } };
    if (!found.ok) return found;
    sessions.end(request.headers.cookie);
    reply.header('set-cookie', sessions.start(found.value.tokenId));
    return { ok: true, value: null };
  });

  addOpenCall(server, routes.signOut, async ({ request, reply }) => {
    reply.header('set-cookie', sessions.end(request.headers.cookie));
    return { ok: true, value: null };
  });
}

/** A way in for another browser of who is known. */
export function signInLinkCalls(server: FastifyInstance, { links }: Context): void {
  addCall(server, routes.signInLink, async ({ actor }) => ({
    ok: true,
    value: { url: links.issue(actor.tokenId) },
  }));
}
