import { tellCaller } from '@tallystick/guard/caller';
import { sendHeaders } from '@tallystick/guard/headers';
import { limitClients } from '@tallystick/guard/limits';
import { turnAwayUnderPressure } from '@tallystick/guard/pressure';
import { tellReady } from '@tallystick/guard/ready';
import { countRefusals } from '@tallystick/guard/refuse';
import type { Registry } from '@tallystick/registry/registry';
import { safeHeaders } from '@tallystick/shared/http/safe-headers';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerError, answerErrors, refusal, refuse, refuseSocket } from './answers.ts';
import { openAuthentication } from './authentication.ts';
import { setActor } from './call.ts';
import { artifactCalls } from './calls/artifact-calls.ts';
import { channelCalls } from './calls/channel-calls.ts';
import { previewCalls } from './calls/preview-calls.ts';
import { sessionCalls } from './calls/session-calls.ts';
import { tokenCalls } from './calls/token-calls.ts';
import { upkeepCalls } from './calls/upkeep-calls.ts';
import { consoleFiles } from './console-files.ts';
import { openConsoleSessions } from './console-sessions.ts';
import { type EventParts, eventCalls } from './events.ts';
import type { Tickets } from './tickets.ts';

/** Largest body of a call but a file's, in bytes. */
const bodyLimit = 65_536;
/** How long a request may take to arrive, in milliseconds: a file of 20 MB on a slow line. */
const arrivalLimit = 300_000;
/** How long requests under way may take once the server is to stop, in milliseconds. */
const stopLimit = 3_000;

export interface AdminParts {
  registry: Registry;
  tickets: Tickets;
  /** Where browsers reach the console, such as `http://localhost:4300`. */
  origins: readonly string[];
  /** Where browsers reach the site. */
  siteOrigin: string;
  /** The folder of the console's built files, now or later; absent: there is no console. */
  consoleFolder?: string;
  /** Proxies whose X-Forwarded-For is believed. */
  trustProxy?: string[];
  /** Requests a minute that one client may make; absent: 6,000. */
  perAddress?: number;
  pace?: EventParts['pace'];
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * The server of ADMIN_PORT: the admin API below `/v1` and the console. Everything is JSON; a refusal
 * is `{code, error}` with the status of `contract/problem.ts`. It closes nothing that it was given.
 */
export async function buildAdmin(parts: AdminParts): Promise<FastifyInstance> {
  const { registry, tickets, origins, siteOrigin, consoleFolder, trustProxy, now } = parts;
  const server = Fastify({
    // No request is logged: none of its tokens can be.
    logger: false,
    bodyLimit,
    requestTimeout: arrivalLimit,
    trustProxy: trustProxy ?? false,
    routerOptions: { maxParamLength: 400 },
    frameworkErrors: answerError,
    clientErrorHandler: refuseSocket,
  });
  server.removeContentTypeParser('text/plain');
  answerErrors(server);
  const secure = origins.every((origin) => origin.startsWith('https:'));
  sendHeaders(server, safeHeaders({ secure, referrer: 'no-referrer' }));
  server.addHook('onSend', async (_request, reply) => {
    // Files of the console say themselves how long they may be kept.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  server.addHook('preClose', async () => {
    setTimeout(() => server.server.closeAllConnections(), stopLimit).unref();
  });

  await limitClients(server, { perAddress: parts.perAddress ?? 6_000 });
  tellCaller(server);
  countRefusals(server, (line) => console.error(line));
  await turnAwayUnderPressure(server);
  const clock = now === undefined ? {} : { now };
  const sessions = openConsoleSessions(secure, now);
  const authentication = openAuthentication({ registry, sessions, origins, ...clock });
  await server.register(
    async (api) => {
      sessionCalls(api, { authentication, sessions });
      await api.register(async (calls) => {
        calls.addHook('onRequest', async (request, reply) => {
          const found = await authentication.identify(request);
          if (!found.ok) return refuse(reply, found);
          setActor(request, found.value);
        });
        artifactCalls(calls, { registry });
        channelCalls(calls, { registry });
        tokenCalls(calls, { registry });
        upkeepCalls(calls, { registry });
        previewCalls(calls, { registry, tickets, siteOrigin });
        eventCalls(calls, {
          registry,
          authentication,
          ...(parts.pace !== undefined && { pace: parts.pace }),
        });
      });
    },
    { prefix: '/v1' },
  );
  server.get('/health', () => ({ status: 'ok' }));
  tellReady(server, () => registry.channels().then(() => true));
  if (consoleFolder === undefined) {
    server.setNotFoundHandler((_request, reply) =>
      refuse(reply, refusal('unknown', 'There is no such call.')),
    );
  } else {
    await consoleFiles(server, { folder: consoleFolder, siteOrigin });
  }
  return server;
}
