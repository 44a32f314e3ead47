import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
} from 'fastify';
import { operatorRoutes } from '../operator-routes.ts';
import { countRefusals, isRefused } from '../refuse.ts';
import { traceOf } from '../traces/trace-requests.ts';
import type { Log } from './log.ts';

const idHeader = 'x-request-id';
const safeId = /^[\w.-]{8,128}$/;

/** What the line about an answer says beside its status. */
interface Cause {
  /** The code of a refusal, which is one of ours. */
  reason?: string;
  err?: unknown;
}
const causes = new WeakMap<FastifyReply, Cause>();

/** Has the log say why an answer refuses, or which error it hides. */
export function tellCause(reply: FastifyReply, cause: Cause): void {
  causes.set(reply, { ...causes.get(reply), ...cause });
}

/**
 * Settings by which a server logs to `log`, and knows each request by an id.
 *
 * @param isOurs whether a request comes from a proxy of ours, whose ids are taken over
 */
export function logSettings(
  log: Log | undefined,
  isOurs: (request: IncomingMessage) => boolean,
): Pick<FastifyServerOptions, 'loggerInstance' | 'logController' | 'requestIdHeader' | 'genReqId'> {
  return {
    ...(log && { loggerInstance: log }),
    logController: new Fastify.LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request',
    }),
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers[idHeader];
      return typeof given === 'string' && safeId.test(given) && isOurs(request)
        ? given
        : randomUUID();
    },
  };
}

/**
 * Logs each request when it is answered, and sends its id in the answer's `x-request-id`: what somebody reports can be
 * found in the log. A line holds no address (which contains searches), only the pattern of the route.
 *
 * @param spared how further routes begin of which only failures are logged
 */
export function logRequests(server: FastifyInstance, spared: readonly string[] = []): void {
  const isQuiet = (route: string) =>
    operatorRoutes.includes(route) || spared.some((start) => route.startsWith(start));
  server.addHook('onRequest', (request, reply, done) => {
    reply.header(idHeader, request.id);
    done();
  });
  countRefusals(server, (line) => server.log.warn(line));
  server.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    const route = request.routeOptions.url ?? 'none';
    if (!isRefused(reply) && (status >= 500 || !isQuiet(route))) {
      const line = {
        method: request.method,
        route,
        status,
        trace: traceOf(request).traceId,
        milliseconds: Math.round(elapsedTime * 10) / 10,
        ...causes.get(reply),
      };
      if (status >= 500) request.log.error(line, 'failed');
      else request.log.info(line, status >= 400 ? 'refused' : 'answered');
    }
    done();
  });
}
