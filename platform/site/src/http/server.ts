import type { Log } from '@tallystick/guard/log/log';
import { tellCause } from '@tallystick/guard/log/log-requests';
import { openServer, type ServerParts } from '@tallystick/guard/open-server';
import { answerKnown } from '@tallystick/guard/refuse';
import { safeHeaders } from '@tallystick/guard/safe-headers';
import { codeOfStatus } from '@tallystick/registry/contract/problem';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Notice, sendNotice } from '../page/notice.ts';
import { refuse } from './refuse.ts';

/** Headers of every answer, also of a page from the offline cache. */
export const usualHeaders = safeHeaders({ secure: false, referrer: 'same-origin' });

/**
 * A server whose errors are words on a page to who opens one, and JSON to a program.
 *
 * @param secure whether browsers reach it by https
 */
export function openSiteServer(
  log: Log,
  secure: boolean,
  parts: Pick<ServerParts, 'trustProxy' | 'limits'>,
): FastifyInstance {
  const server = openServer(
    {
      bodyLimit: 16_384,
      // Ids of records have up to 200 characters, and those of builds may have more than Fastify's 100.
      routerOptions: { maxParamLength: 400 },
    },
    {
      headers: { secure, referrer: 'same-origin' },
      errorBody: (status, error) => ({ code: codeOfStatus(status), error }),
      log,
      ...parts,
    },
  );
  // What is missing must not be answered with a page: a script would be parsed from it.
  server.setNotFoundHandler((_request, reply) => {
    refuse(reply.header('cache-control', 'no-store'), 404, 'There is nothing here.');
  });
  server.setErrorHandler((error: FastifyError, request, reply) => {
    if (answerKnown(error, reply)) return reply;
    if (statusOf(error) >= 500) tellCause(reply, { err: error });
    return sendError(error, request, reply);
  });
  return server;
}

const notUnderstood: Notice = {
  title: 'There is nothing at this address',
  text: 'It is not written as an address of this site is.',
  link: { href: '/', text: 'Home' },
};
/** For when the cause is on this side. */
export const unavailable: Notice = {
  title: 'The site cannot be shown now',
  text: 'It will be back as soon as it can.',
};

/** In words on a page to who has typed or followed an address, in JSON to a program. */
function sendError(
  error: FastifyError,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const code = statusOf(error);
  reply.code(code).header('cache-control', 'no-store');
  if (headers.accept?.includes('text/html')) {
    return sendNotice(reply, code >= 500 ? unavailable : notUnderstood);
  }
  const text =
    code >= 500 ? 'The site is unavailable right now.' : 'This request cannot be answered.';
  return refuse(reply, code, text);
}

function statusOf({ statusCode = 500 }: FastifyError): number {
  return statusCode >= 400 ? statusCode : 500;
}
