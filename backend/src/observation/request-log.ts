import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { countRefusals, isRefused } from '@tallystick/guard/refuse';
import { traceOf } from '@tallystick/guard/traces/trace-requests';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';

const idHeader = 'x-request-id';
const safeId = /^[\w.-]{8,128}$/;
/** What machines ask every few seconds: logged only when it fails. */
const operatorRoutes: readonly string[] = ['/health', '/ready'];

/** Where log lines go: standard output if absent. */
export interface LogStream {
  write(line: string): void;
}

/**
 * Settings that make fastify log one line of JSON a request, by `logRequests`. It holds
 * no credentials and no addresses (which contain searches), only the patterns of routes.
 * `trusted`: behind a proxy of ours, whose request ids are taken over.
 */
export function logSettings(
  level: string,
  trusted: boolean,
  stream?: LogStream,
): Pick<FastifyServerOptions, 'logger' | 'logController' | 'requestIdHeader' | 'genReqId'> {
  return {
    logger: {
      level,
      base: { service: 'ledger' },
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      serializers: { req: ({ method }) => ({ method }) },
      ...(stream && { stream }),
    },
    logController: new Fastify.LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request',
    }),
    requestIdHeader: false,
    genReqId: (request: IncomingMessage) => {
      const given = request.headers[idHeader];
      return trusted && typeof given === 'string' && safeId.test(given) ? given : randomUUID();
    },
  };
}

/**
 * Logs each request when it is answered, and sends its id in the answer's
 * `x-request-id`: what somebody reports can be found in the log.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(idHeader, request.id);
  });
  countRefusals(app, (line) => app.log.warn(line));
  app.addHook('onResponse', async (request, reply) => {
    if (isRefused(reply)) return;
    const { statusCode: status, elapsedTime } = reply;
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status,
      trace: traceOf(request).traceId,
      milliseconds: Math.round(elapsedTime * 10) / 10,
    };
    if (status >= 500) request.log.error(line, 'failed');
    else if (!operatorRoutes.includes(line.route))
      request.log.info(line, status >= 400 ? 'refused' : 'answered');
  });
}
