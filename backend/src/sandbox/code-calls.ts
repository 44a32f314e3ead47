import { codeSentSchema } from '@tallystick/shared/contracts/codes';
import type { FastifyError, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { dataAnswer } from '../service/answers.ts';
import { requireCredential } from '../service/credential.ts';
import { errorBody } from '../service/errors.ts';
import { text, whole } from '../service/fields.ts';
import { jsonSchema, type RoutePlugin } from '../service/json-schema.ts';
import { parseAddress, parseCode } from './address.ts';
import type { Codes } from './codes.ts';
import { limits } from './limits.ts';
import type { MailCounter } from './mail-budget.ts';
import type { Visits } from './visits.ts';

const failed = {
  ...jsonSchema(
    v.object({
      code: v.pipe(v.number(), v.integer()),
      error: v.string(),
      data: v.literal(false),
      retryAfter: v.optional(whole(1)),
      triesLeft: v.optional(whole(0)),
    }),
    {
      retryAfter: 'Seconds until it makes sense to ask again; also as retry-after.',
      triesLeft: '0 if the code can never pass any more.',
    },
  ),
  description: 'Not done: `code` is the HTTP status, `error` a sentence for people.',
};
const failures = { '4xx': failed, '5xx': failed };

const srvc = v.optional(text(50));
const createBody = v.object({
  data: v.object({
    user: v.pipe(text(320), v.description('E-mail address.')),
    memo: v.optional(
      v.pipe(text(500), v.description('What the code is for; not sent to anybody.')),
    ),
  }),
  srvc,
});
const createAnswer = dataAnswer(
  jsonSchema(codeSentSchema, {
    trxn: 'Names the code at code.check.',
    validFor: 'Seconds that the code can be used.',
    resendAfter: 'Seconds until another one can be asked for.',
  }),
);

const checkBody = v.object({
  data: v.object({
    user: v.pipe(text(320), v.description('The address that the code was sent to.')),
    trxn: v.pipe(text(100), v.description('What code.create answered.')),
    code: v.pipe(text(50), v.description('Six digits; spaces and dashes do not matter.')),
    attempt: v.optional(
      v.pipe(
        text(100),
        v.minLength(20),
        v.description(
          'A random text of the caller. A call that is repeated with it, because the answer was lost, gets the same answer.',
        ),
      ),
    ),
  }),
  srvc,
});
const checkAnswer = dataAnswer(jsonSchema(v.literal(true)));

export interface CodeCallsOptions {
  codes: Codes;
  visits: Visits;
  /** Counts mails; undefined if none are sent. */
  mails: MailCounter | undefined;
  /** Told of each new mail; undefined if there is no way to send one. */
  onMail: (() => void) | undefined;
  credential: string;
}

/** The two calls of the sign-in. On failure `data` is false. */
export const codeCalls: RoutePlugin<CodeCallsOptions> = async (
  calls,
  { codes, visits, mails, onMail, credential },
) => {
  requireCredential(calls, credential);
  // The message of a store's or a parser's error may quote the address or the code: it is not logged.
  calls.setErrorHandler<FastifyError>((error) => {
    throw (error.statusCode ?? 500) < 500 ? error : withoutWords(error);
  });
  calls.addHook<unknown>('preSerialization', async (_request, reply, payload) =>
    reply.statusCode >= 400 && typeof payload === 'object' ? { ...payload, data: false } : payload,
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
      if (!onMail) return fail(reply, 503, 'This site cannot send mail.');
      const visit = await visits.take('send', request.ip);
      if (!visit.ok) return tooMany(reply, 'Too many codes were asked for from here.', visit.wait);
      const spent = await mails?.spend(request.ip);
      if (spent?.ok === false) {
        return tooMany(reply, 'Too many codes were asked for. Please try later.', spent.wait);
      }
      const issued = await codes.issue(address);
      if (!issued.ok) {
        await spent?.giveBack();
        return tooMany(reply, 'A code was sent to this address a moment ago.', issued.wait);
      }
      onMail();
      return {
        data: {
          trxn: issued.trxn,
          validFor: limits.valid / 1_000,
          resendAfter: issued.resendAfter / 1_000,
          triesLeft: limits.tries,
        },
      };
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
      const { user, trxn, code: typed, attempt } = request.body.data;
      const address = parseAddress(user);
      const code = parseCode(typed);
      if (!address) return fail(reply, 400, 'This is not an e-mail address.');
      if (!code) return fail(reply, 400, 'A code has six digits.');
      const checked = await codes.check({ address, trxn, code, attempt });
      if (checked.ok) return { data: true as const };
      // Counted after the code is checked, so that the right code works even from an address shared with a guesser.
      const visit = await visits.take('wrong', request.ip);
      const { triesLeft } = checked;
      // A person who mistyped it may try again, because the code's own five tries are the limit.
      if (!visit.ok && triesLeft === 0)
        return tooMany(reply, 'Too many wrong codes were tried from here.', visit.wait);
      return fail(reply, 403, 'The code is wrong or no longer valid.', { triesLeft });
    },
  );
};

function fail(reply: FastifyReply, status: number, error: string, more: object = {}): FastifyReply {
  return reply.code(status).send({ ...errorBody(status, error), ...more });
}

/** `wait` in milliseconds. */
function tooMany(reply: FastifyReply, error: string, wait: number): FastifyReply {
  const retryAfter = Math.ceil(wait / 1_000);
  reply.header('retry-after', String(retryAfter));
  return fail(reply, 429, error, { retryAfter });
}

/** The error without its message, for the service's handler: of what kind it is, and where. */
function withoutWords({ code, name, stack = '' }: FastifyError): Error {
  const bare = new Error(`A sign-in call failed (${code ?? name}).`);
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  bare.stack = [bare.message, ...places].join('\n');
  return Object.assign(bare, { code });
}
