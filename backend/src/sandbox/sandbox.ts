import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Environment } from '@tallystick/shared/environment';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { openServiceKey } from '../keys/service-key.ts';
import { requireCredential } from '../service/credential.ts';
import { errorBody } from '../service/errors.ts';
import { text } from '../service/text.ts';
import type { Store } from '../store/store.ts';
import { parseAddress, parseCode } from './address.ts';
import { type Codes, createCodes } from './codes.ts';
import { codeMail, type Post } from './mail.ts';
import { createOutbox } from './outbox.ts';
import { outboxRoute } from './outbox-route.ts';
import { createSmtp } from './smtp.ts';

export interface SandboxOptions {
  store: Pick<Store, 'db'>;
  environment: Pick<
    Environment,
    'DATA_DIR' | 'LEDGER_TOKEN' | 'PRODUCT_NAME' | 'SITE_URL' | 'SMTP_URL'
  >;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const failed = Type.Object(
  { code: Type.Integer(), error: Type.String(), data: Type.Literal(false) },
  { description: 'Not done: `code` is the HTTP status, `error` a sentence for people.' },
);
const failures = { '4xx': failed, '5xx': failed };

const createBody = Type.Object({
  data: Type.Object({
    user: text(320, { description: 'E-mail address.' }),
    memo: Type.Optional(text(500, { description: 'What the code is for; not sent to anybody.' })),
  }),
  srvc: Type.Optional(text(50)),
});
const createAnswer = Type.Object({ data: Type.Object({ trxn: Type.String() }) });

const checkBody = Type.Object({
  data: Type.Object({
    user: text(320, { description: 'The address that the code was sent to.' }),
    trxn: text(100, { description: 'What code.create answered.' }),
    code: text(50, { description: 'Six digits; spaces and dashes do not matter.' }),
  }),
  srvc: Type.Optional(text(50)),
});
const checkAnswer = Type.Object({ data: Type.Literal(true) });

/**
 * Sign-in by a code sent to an e-mail address. Codes are kept as docs/decisions/0014-sign-in-codes.md
 * says; neither a code nor an address is ever logged. The two calls want the ledger's credential;
 * the outbox does not, it is for this machine only.
 */
export const sandbox: FastifyPluginAsyncTypebox<SandboxOptions> = async (app, options) => {
  const { store, environment, now = Date.now } = options;
  const { PRODUCT_NAME: productName, SITE_URL: site, SMTP_URL: url } = environment;
  const key = await openServiceKey(environment.DATA_DIR);
  const codes = createCodes({ db: store.db, key: key('sandbox-code'), now });

  const outbox = createOutbox(now);
  const from = { name: productName, address: `no-reply@${new URL(site).hostname}` };
  const onFailure = (kind: string) => app.log.warn({ kind }, 'a sign-in code could not be sent');
  const post = url === undefined ? outbox : createSmtp({ url, from, onFailure });
  app.addHook('onClose', () => post.close());
  if (post === outbox) await app.register(outboxRoute, { outbox, productName });

  await app.register(codeCalls, { codes, post, productName, credential: environment.LEDGER_TOKEN });
};

interface CodeCallsOptions {
  codes: Codes;
  post: Post;
  productName: string;
  credential: string;
}

const codeCalls: FastifyPluginAsyncTypebox<CodeCallsOptions> = async (
  calls,
  { codes, post, productName, credential },
) => {
  requireCredential(calls, credential);
  calls.addHook<unknown>('preSerialization', async (_request, reply, payload) =>
    reply.statusCode >= 400 && isObject(payload) ? { ...payload, data: false } : payload,
  );

  calls.post(
    '/sandbox/code.create',
    {
      schema: {
        summary: 'Sends a sign-in code to an e-mail address.',
        body: createBody,
        response: { 200: createAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const address = parseAddress(request.body.data.user);
      if (!address) return fail(reply, 400, 'This is not an e-mail address.');
      const issued = await codes.issue(address);
      if (!issued.ok) {
        const seconds = Math.ceil(issued.wait / 1000);
        reply.header('retry-after', String(seconds));
        return fail(reply, 429, `A code was sent a moment ago. Try again in ${seconds} s.`);
      }
      if (!post.send(codeMail(address, issued.code, productName))) {
        return fail(reply, 503, 'No mail can be sent at the moment. Try again later.');
      }
      return { data: { trxn: issued.trxn } };
    },
  );

  calls.post(
    '/sandbox/code.check',
    {
      schema: {
        summary: 'Checks a sign-in code. Each call costs one of its five tries.',
        body: checkBody,
        response: { 200: checkAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { user, trxn, code: typed } = request.body.data;
      const address = parseAddress(user);
      const code = parseCode(typed);
      if (!address) return fail(reply, 400, 'This is not an e-mail address.');
      if (!code) return fail(reply, 400, 'A code has six digits.');
      if (await codes.check({ address, trxn, code })) return { data: true as const };
      return fail(reply, 403, 'The code is wrong or no longer valid.');
    },
  );
};

function fail(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.code(status).send(errorBody(status, error));
}

function isObject(payload: unknown): payload is object {
  return typeof payload === 'object' && payload !== null;
}
