import { boundArrival } from '@tallystick/guard/arrival';
import { sendHeaders } from '@tallystick/guard/headers';
import { answerStoreRefusal } from '@tallystick/guard/refuse';
import { safeHeaders } from '@tallystick/shared/http/safe-headers';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { type Notice, sendNotice } from '../page/notice.ts';

/** Headers of every answer; a page that a browser kept has them too. */
export const usualHeaders = safeHeaders({ secure: false, referrer: 'same-origin' });

/**
 * A server that gives nobody its time for nothing: limits on headers, bodies and waiting.
 *
 * @param patience milliseconds in which a request must have come whole
 * @param trustProxy proxies whose X-Forwarded-For is believed
 * @param secure whether browsers reach it by https
 */
export function openServer(
  log: (line: string) => void,
  {
    patience = 10_000,
    trustProxy = false,
    secure = false,
  }: { patience?: number; trustProxy?: string[] | false; secure?: boolean } = {},
): FastifyInstance {
  const arrival = boundArrival(patience);
  const server = Fastify({
    logger: false,
    forceCloseConnections: true,
    trustProxy,
    bodyLimit: 16_384,
    ...arrival,
    http: { ...arrival.http, maxHeaderSize: 16_384 },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
  });
  sendHeaders(server, safeHeaders({ secure, referrer: 'same-origin' }));
  // What is missing must not be answered with a page: a script would be parsed from it.
  server.setNotFoundHandler((_request, reply) => {
    reply
      .code(404)
      .header('cache-control', 'no-store')
      .send({ code: 404, error: 'There is nothing here.' });
  });
  server.setErrorHandler((error: FastifyError, request, reply) => {
    if (answerStoreRefusal(error, reply)) return reply;
    if (statusOf(error) >= 500)
      log(`${request.method} ${request.routeOptions.url}: ${error.stack}`);
    return sendError(error, request, reply);
  });
  return server;
}

const notUnderstood: Notice = {
  title: 'There is nothing at this address',
  text: 'It is not written as an address of this site is.',
  link: { href: '/', text: 'Home' },
};
const broken: Notice = {
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
  if (headers.accept?.includes('text/html')) {
    reply.code(code).header('cache-control', 'no-store');
    return sendNotice(reply, code >= 500 ? broken : notUnderstood);
  }
  const text = code >= 500 ? 'The site cannot answer now.' : 'This request cannot be answered.';
  return reply.code(code).header('cache-control', 'no-store').send({ code, error: text });
}

function statusOf({ statusCode = 500 }: FastifyError): number {
  return statusCode >= 400 ? statusCode : 500;
}
