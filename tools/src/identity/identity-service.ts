import { createServer, type RequestListener } from 'node:http';
import cors from '@fastify/cors';
import type { Result } from '@tallystick/contract/result';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import * as v from 'valibot';
import { openAccounts, type Refusal } from './accounts.ts';

/** The longest token has some 700 characters. */
const longestBody = 16_384;
/** An anonymous account: whoever names an e-mail or a password wants another kind. */
const newAccountSchema = v.strictObject({ returnSecureToken: v.optional(v.boolean()) });
const accountSchema = v.object({ idToken: v.string() });
const renewalSchema = v.object({
  grant_type: v.literal('refresh_token'),
  refresh_token: v.string(),
});

/**
 * The calls that the SDK of the identity provider makes for people without names or passwords, answered in
 * the provider's form. It listens nowhere yet.
 *
 * @param project the Firebase project that tokens are made for
 * @param gate what lets requests through to it
 */
export async function identityService(
  project: string,
  gate: (answer: RequestListener) => RequestListener,
): Promise<FastifyInstance> {
  const accounts = openAccounts(project);
  const app = Fastify({
    bodyLimit: longestBody,
    forceCloseConnections: true,
    serverFactory: (answer) => createServer(gate(answer)),
  });
  await app.register(cors, { origin: true });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.setNotFoundHandler((_request, reply) =>
    refuse(reply, 404, 'The identity emulator has no such call.'),
  );
  app.setErrorHandler<{ statusCode?: number; message: string }>((error, _request, reply) => {
    const { statusCode = 500, message } = error;
    if (statusCode >= 500) console.error('The identity emulator failed:', error);
    return refuse(reply, statusCode, message);
  });

  app.get('/health', async () => ({ status: 'ok' }));
  // A single colon would begin a parameter.
  const toolkit = '/identitytoolkit.googleapis.com/v1/accounts::';
  app.post(`${toolkit}signUp`, async ({ body }, reply) =>
    v.is(newAccountSchema, body) ? accounts.signUp() : refuse(reply, 400, 'OPERATION_NOT_ALLOWED'),
  );
  app.post(`${toolkit}lookup`, async ({ body }, reply) =>
    v.is(accountSchema, body)
      ? answer(reply, accounts.lookUp(body.idToken))
      : refuse(reply, 400, 'MISSING_ID_TOKEN'),
  );
  app.post(`${toolkit}delete`, async ({ body }, reply) =>
    v.is(accountSchema, body)
      ? answer(reply, accounts.remove(body.idToken))
      : refuse(reply, 400, 'MISSING_ID_TOKEN'),
  );
  app.post('/securetoken.googleapis.com/v1/token', async ({ body }, reply) =>
    v.is(renewalSchema, body)
      ? answer(reply, accounts.renew(body.refresh_token))
      : refuse(reply, 400, 'MISSING_REFRESH_TOKEN'),
  );
  return app;
}

function answer(reply: FastifyReply, said: Result<object, Refusal>): object {
  return said.ok ? said.value : refuse(reply, 400, said.code);
}

/** Answers an error in the provider's form. The SDK takes its own codes from the message. */
function refuse(reply: FastifyReply, code: number, message: string): FastifyReply {
  return reply.code(code).send({ error: { code, message } });
}
