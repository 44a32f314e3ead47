import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';

/** Headers of every answer; a page that a browser kept has them too. */
export const usualHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/**
 * A server that gives nobody its time for nothing: limits on headers, bodies and waiting.
 *
 * @param patience milliseconds in which a request must have come whole
 * @param trustProxy proxies whose X-Forwarded-For is believed
 */
export function openServer(
  log: (line: string) => void,
  {
    patience = 10_000,
    trustProxy = false,
  }: { patience?: number; trustProxy?: string[] | false } = {},
): FastifyInstance {
  const server = Fastify({
    logger: false,
    forceCloseConnections: true,
    trustProxy,
    bodyLimit: 16_384,
    requestTimeout: patience,
    http: {
      maxHeaderSize: 16_384,
      headersTimeout: patience,
      connectionsCheckingInterval: patience / 5,
    },
    frameworkErrors: (error, _request, reply) => sendError(error, reply),
  });
  server.addHook('onSend', async (_request, reply) => {
    reply.headers(usualHeaders);
  });
  // What is missing must not be answered with a page: a script would be parsed from it.
  server.setNotFoundHandler((_request, reply) => {
    reply
      .code(404)
      .header('cache-control', 'no-store')
      .send({ code: 404, error: 'There is nothing here.' });
  });
  server.setErrorHandler((error: FastifyError, request, reply) => {
    if (statusOf(error) >= 500)
      log(`${request.method} ${request.routeOptions.url}: ${error.stack}`);
    return sendError(error, reply);
  });
  return server;
}

function sendError(error: FastifyError, reply: FastifyReply): FastifyReply {
  const code = statusOf(error);
  const text = code >= 500 ? 'The site cannot answer now.' : 'This request cannot be answered.';
  return reply.code(code).header('cache-control', 'no-store').send({ code, error: text });
}

function statusOf({ statusCode = 500 }: FastifyError): number {
  return statusCode >= 400 ? statusCode : 500;
}
