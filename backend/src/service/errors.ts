import { tellCause } from '@tallystick/guard/log/log-requests';
import { answerKnown } from '@tallystick/guard/refuse';
import { isNotWellFormed } from '@tallystick/guard/request-schemas';
import { codeOf } from '@tallystick/store/error-code';
import { isFull } from '@tallystick/store/free-space';
import { isUnreachable } from '@tallystick/store/unreachable';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Seconds to wait before a retry when the store is unavailable. */
export const retryAfter = '2';

const noRoom = 'There is no room on the disk of the ledger: nothing can be recorded now.';

const sentences: Record<number, string> = {
  400: 'The request is not understood.',
  404: 'This call does not exist.',
  413: 'The body is too large.',
  415: 'The body must be JSON, with the content type application/json.',
  422: 'This search takes too long. Please look for something more specific.',
  500: 'The ledger service failed. Please try again.',
  503: 'The ledger is not available now. Please try again.',
};

/** What fastify says when it cannot read a request. */
const parsing: Record<string, string> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not JSON.',
};

/** The body of an error answer; without a sentence of its own, the status's. */
export function errorBody(code: number, error?: string): { code: number; error: string } {
  return { code, error: error ?? sentences[code] ?? 'The request cannot be answered.' };
}

/** Gives every error of the service one shape, and never anything of its inside. */
export function answerErrors(app: FastifyInstance): void {
  const methods = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()]);
  });
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const allowed = methods.get(request.url.split('?', 1)[0] ?? '');
    if (!allowed) return reply.code(404).send(errorBody(404));
    const sentence = `This call is made with ${allowed.find((method) => method !== 'HEAD')}.`;
    return reply.code(405).header('allow', allowed.join(', ')).send(errorBody(405, sentence));
  };
  app.setNotFoundHandler(refuse);
  // An unknown path is answered 404 even if its body is broken as well.
  app.setErrorHandler((error: FastifyError, request, reply) =>
    request.is404 && error.code?.startsWith('FST_ERR_CTP_')
      ? refuse(request, reply)
      : sendError(error, reply),
  );
}

/** Answers an error: a client's by its own status, the store's as 503, any other as 500. */
function sendError(error: FastifyError, reply: FastifyReply): void {
  if (answerKnown(error, reply)) return;
  const { statusCode = 500 } = error;
  const code = statusCode < 500 ? statusCode : isUnavailable(error) ? 503 : 500;
  if (code >= 500) tellCause(reply, { err: error });
  if (code === 503) reply.header('retry-after', retryAfter);
  const sentence = isFull(error) ? noRoom : parsing[error.code];
  reply.code(code).send(errorBody(code, isNotWellFormed(error) ? error.message : sentence));
}

/** Whether the store gave a statement up because it took too long. */
export const isTimeout = (error: unknown): boolean => codeOf(error) === '57014';

/** No store to be had, one that only reads now or has no room (PostgreSQL's class 53: memory, disk, connections), or a deadlock. */
export const isUnavailable = (error: FastifyError): boolean =>
  isTimeout(error) || isUnreachable(error) || /^(53|57P|25006|40P01)/.test(error.code ?? '');
