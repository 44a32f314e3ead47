import { tellCause } from '@tallystick/guard/log/log-requests';
import { answerKnown } from '@tallystick/guard/refuse';
import { isNotWellFormed } from '@tallystick/guard/request-schemas';
import {
  noSuchCall,
  type OrRefusal,
  problemStatus,
  type Refusal,
  refusal,
} from '@tallystick/registry/contract/problem';
import { isDiskFull } from '@tallystick/registry/files/disk-full';
import { isDamaged } from '@tallystick/registry/store/damaged';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Seconds after which a request may be repeated that went over a limit, or could not be answered. */
const retryAfter = 3;

/** Answers a refusal, with the status of its code. */
export function refuse(reply: FastifyReply, { code, problem, next, cause }: Refusal): FastifyReply {
  tellCause(reply, { reason: code });
  if (code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  if (code === 'limited' || code === 'unavailable') reply.header('retry-after', retryAfter);
  const more = { ...(next !== undefined && { next }), ...(cause && { cause }) };
  return reply.code(problemStatus[code]).send({ code, error: problem, ...more });
}

/** Answers a result: its value with `status` if none is set, nothing (null) as 204, a refusal by `refuse`. */
export function answer(
  reply: FastifyReply,
  result: OrRefusal<unknown>,
  status: number,
): FastifyReply {
  if (!result.ok) return refuse(reply, result);
  if (result.value === null) return reply.code(204).send();
  return reply.code(reply.statusCode === 200 ? status : reply.statusCode).send(result.value);
}

/**
 * Answers an error in the same shape as a refusal, without internal details. A client's error says what is wrong
 * with the request; any other is 503.
 */
export function answerError(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (answerKnown(error, reply)) return;
  const { statusCode = 500 } = error;
  if (statusCode >= 500) tellCause(reply, { err: error });
  if (isNotWellFormed(error)) refuse(reply, refusal('invalid', error.message));
  else if (isDamaged(error)) refuse(reply, damaged);
  else refuse(reply, isDiskFull(error) ? diskFull : refusalOf(statusCode));
}

const diskFull = refusal(
  'unavailable',
  'There is no room on the disk of the registry: nothing was changed.',
  'Whoever runs it has to make some; "gc" deletes builds that nobody needs.',
);

const damaged = refusal(
  'damaged',
  'The database of the registry is damaged, or something other than the registry changed it. site.log says where; docs/operations.md, "When the registry is damaged", says what to do.',
);

function refusalOf(status: number): Refusal {
  if (status >= 500) return refusal('unavailable', 'The registry is unavailable right now.');
  if (status === 404) return noSuchCall;
  if (status === 413) return refusal('oversize', 'The body is too large.');
  if (status === 415) return refusal('invalid', 'The body has the wrong content type.');
  return refusal('invalid', 'The request is not understood.');
}
