import { tellCause } from '@tallystick/guard/log/log-requests';
import { answerKnown, asFull } from '@tallystick/guard/refuse';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isTimeout, isUnavailable, retryAfter } from '../service/errors.ts';

/** Sends an error in the protocol's one shape. The SDK acts on `InvalidSession` only. */
export function refuse(
  reply: FastifyReply,
  status: number,
  code: string,
  error: string,
): FastifyReply {
  tellCause(reply, { reason: code });
  return reply.code(status).send({ error, error_code: code, link: '' });
}

/** An access or refresh token that does not count (any more): the SDK refreshes and tries again. */
export function refuseSession(reply: FastifyReply): FastifyReply {
  return refuse(reply, 401, 'InvalidSession', 'invalid session');
}

/** There is no slot for one more stream. */
export function refuseFull(reply: FastifyReply): FastifyReply {
  const message = 'Too many live connections. Try again later.';
  return refuse(asFull(reply).header('retry-after', '10'), 503, 'TooManyConnections', message);
}

/** What fastify itself refuses (a broken body, an unknown route) and what went wrong here. */
export function handleError(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (answerKnown(error, reply)) return reply;
  const { statusCode: status = 500, message } = error;
  if (status < 500) return refuse(reply, status, 'BadRequest', message);
  tellCause(reply, { err: error });
  if (isTimeout(error)) {
    const tooLong = 'This takes too long. Ask for something more specific.';
    return refuse(reply, 503, 'ExecutionTimeLimitExceeded', tooLong);
  }
  if (isUnavailable(error)) {
    const unavailable = 'The ledger is not available now. Please try again.';
    return refuse(reply.header('retry-after', retryAfter), 503, 'ServiceUnavailable', unavailable);
  }
  return refuse(reply, 500, 'InternalServerError', 'The live feed failed to answer.');
}

/** The bearer token of a request; empty if there is none. */
export function bearerToken({ headers: { authorization = '' } }: FastifyRequest): string {
  return /^Bearer (\S+)$/.exec(authorization)?.[1] ?? '';
}
