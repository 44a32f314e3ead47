import { refusal } from '@tallystick/registry/contract/problem';
import { routes } from '@tallystick/registry/contract/routes';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../answers.ts';
import { addCall, addOpenCall } from '../call.ts';
import type { Context } from '../context.ts';

/** Signing in to the console and out of it: nobody need be signed in for these calls. */
export function sessionCalls(
  server: FastifyInstance,
  { authentication, registry, sessions }: Context,
): void {
  server.addHook('onRequest', async (request, reply) => {
    const forged = authentication.forgery(request);
    if (forged !== null) return refuse(reply, forged);
  });

  addOpenCall(server, routes.signIn, async ({ body, request, reply }) => {
    const linked = await registry.shortLived.find('sign-in-link', body.secret);
    const found =
      linked === null
        ? await authentication.check(body.secret, request)
        : { ok: true as const, value: { tokenId: linked } };
    if (!found.ok) return found;
    const { tokenId } = found.value;
    // A link may outlast its token, and the token of a pipeline's run has no sessions.
    if ((await registry.access.actorOf(tokenId)) === null) {
      return refusal(
        'unauthorized',
        "This token opens no session: it was revoked, has expired, or is a run's.",
      );
    }
    const cookie = await sessions.start(tokenId);
    // The link is taken last, so that a sign-in that fails does not use it up. If several use one link, one succeeds.
    if (linked !== null && !(await registry.shortLived.take('sign-in-link', body.secret))) {
      await sessions.end(cookie);
      return refusal('unauthorized', 'This link was used before.');
    }
    // The browser forgets it in any case.
    await sessions.end(request.headers.cookie).catch(() => {});
    reply.header('set-cookie', cookie);
    return { ok: true, value: null };
  });

  addOpenCall(server, routes.signOut, async ({ request, reply }) => {
    const { cookie } = request.headers;
    const id = await sessions.tokenOf(cookie);
    reply.header('set-cookie', await sessions.end(cookie));
    if (id !== null) await registry.access.signedOut(id);
    return { ok: true, value: null };
  });
}

/**
 * A way into the console for another browser of who is known, such as from a terminal. The code stands in the
 * fragment, which no browser sends anywhere.
 */
export function signInLinkCalls(
  server: FastifyInstance,
  { origins: [consoleOrigin], registry }: Context,
): void {
  addCall(server, routes.signInLink, async ({ actor: { tokenId } }) => {
    const code = await registry.shortLived.issue('sign-in-link', tokenId, tokenId);
    return { ok: true, value: { url: `${consoleOrigin}/#sign-in=${code}` } };
  });
}
