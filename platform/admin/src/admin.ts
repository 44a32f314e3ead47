import { tellCaller } from '@tallystick/guard/caller';
import { limitClients } from '@tallystick/guard/limits';
import type { Log } from '@tallystick/guard/log/log';
import { logRequests } from '@tallystick/guard/log/log-requests';
import { openServer, type ServerLimits, usualLimits } from '@tallystick/guard/open-server';
import { turnAwayUnderPressure } from '@tallystick/guard/pressure';
import { tellReady } from '@tallystick/guard/ready';
import { readByValibot } from '@tallystick/guard/request-schemas';
import { usualSlots } from '@tallystick/guard/slots';
import { traceRequests } from '@tallystick/guard/traces/trace-requests';
import type { Tracing } from '@tallystick/guard/traces/tracing';
import { bounds } from '@tallystick/registry/contract/bounds';
import { codeOfStatus, noSuchCall } from '@tallystick/registry/contract/problem';
import { routes } from '@tallystick/registry/contract/routes';
import type { Call } from '@tallystick/registry/part/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerError, refuse } from './answers.ts';
import { openAuthentication } from './authentication.ts';
import { boundJson } from './bound-json.ts';
import { addOpenCall, addPartCall } from './call.ts';
import { artifactCalls } from './calls/artifact-calls.ts';
import { auditExportCall } from './calls/audit-export.ts';
import { changeCalls } from './calls/change-calls.ts';
import { channelCalls } from './calls/channel-calls.ts';
import { sessionCalls, signInLinkCalls } from './calls/session-calls.ts';
import { upkeepCalls } from './calls/upkeep-calls.ts';
import { consoleFiles } from './console-files.ts';
import { openConsoleSessions } from './console-sessions.ts';
import type { Context } from './context.ts';
import { eventCalls } from './events.ts';
import { openApiDocument } from './openapi.ts';

/** How long a request may take to arrive, in milliseconds: a file of 20 MB on a slow line. */
const arrivalLimit = 300_000;
/** Readers of events. */
const maxReaders = 500;
/** Where the site server is in the same process. */
const usualShare = 0.2;

export interface AdminParts
  extends Pick<Context, 'registry' | 'origins' | 'sites' | 'metrics' | 'pace'> {
  /** The folder of the console's built files, now or later; absent: there is no console. */
  consoleFolder?: string;
  /** Proxies whose X-Forwarded-For is believed. */
  trustProxy?: readonly string[];
  /** Requests a minute that one token or session, or else one client, may make; absent: 6,000. */
  perAddress?: number;
  /** Absent: nothing is recorded of traces. */
  tracing?: Tracing | undefined;
  limits?: Partial<ServerLimits>;
  /** Absent: nothing is logged. */
  log?: Log;
  /** Share of the process's connections, up to 1; absent: 0.2. */
  share?: number;
  /** Aborted when the process is asked to stop: `/ready` says no from then on. */
  leaving?: AbortSignal;
}

/**
 * The server of ADMIN_PORT: the admin API below `/v1`, its description at `/openapi.json`, and the
 * console. Everything is JSON; a refusal is `{code, error}` with the status of `contract/problem.ts`.
 * It closes nothing that it was given.
 */
export async function buildAdmin(parts: AdminParts): Promise<FastifyInstance> {
  const { registry, origins, sites, consoleFolder, trustProxy, metrics } = parts;
  const limits = {
    ...usualLimits(parts.share ?? usualShare),
    requestTimeout: arrivalLimit,
    ...parts.limits,
  };
  const secure = origins.every((origin) => origin.startsWith('https:'));
  const server = openServer(
    {
      bodyLimit: bounds.call.bytes,
      routerOptions: { maxParamLength: 400 },
    },
    {
      headers: { secure, referrer: 'no-referrer' },
      errorBody: (status, error) => ({ code: codeOfStatus(status), error }),
      trustProxy: trustProxy ?? [],
      limits,
      log: parts.log,
    },
  );
  server.setValidatorCompiler(readByValibot);
  boundJson(server);
  server.setErrorHandler(answerError);
  server.decorateRequest('actor', null);
  server.addHook('onSend', async (_request, reply) => {
    // The console's files set their own cache-control.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });

  traceRequests(server, parts.tracing);
  logRequests(server);
  metrics?.observe(server, 'admin');
  const sessions = openConsoleSessions(registry, secure);
  const authentication = openAuthentication({ access: registry.access, sessions, origins });
  const { knownCredential } = authentication;
  limitClients(server, { perAddress: parts.perAddress ?? 6_000, knownCredential });
  tellCaller(server);
  turnAwayUnderPressure(server);
  const slots = usualSlots(maxReaders, limits.inAll);
  const shared = { registry, authentication, sessions, metrics, origins, sites };
  const context: Context = { ...shared, slots, pace: parts.pace };
  const ofParts = Object.values(registry.parts.calls);
  await server.register(async (api) => sessionCalls(api, context));
  await server.register(async (calls) => {
    const identify = async (request: FastifyRequest, reply: FastifyReply) => {
      const found = await authentication.identify(request);
      if (!found.ok) return refuse(reply, found);
      request.actor = found.value;
    };
    calls.addHook('onRequest', identify);
    // A body may be minutes on its way: who was good as it began may be so no more.
    calls.addHook('preValidation', async (request, reply) =>
      request.body === undefined ? undefined : await identify(request, reply),
    );
    artifactCalls(calls, context);
    channelCalls(calls, context);
    changeCalls(calls, context);
    upkeepCalls(calls, context);
    auditExportCall(calls, context);
    signInLinkCalls(calls, context);
    eventCalls(calls, context);
    for (const call of ofParts) if (!isOpen(call)) addPartCall(calls, call, context);
  });
  for (const call of ofParts) if (isOpen(call)) addPartCall(server, call, context);
  const document = openApiDocument(secure, registry.parts.calls);
  addOpenCall(server, routes.health, async () => healthy);
  addOpenCall(server, routes.openapi, async () => ({ ok: true, value: document }));
  tellReady(server, () => registry.channels().then(() => true), parts.leaving);
  if (consoleFolder === undefined) {
    server.setNotFoundHandler((_request, reply) => refuse(reply, noSuchCall));
  } else {
    await consoleFiles(server, { folder: consoleFolder, sites: sites.origins });
  }
  return server;
}

const healthy = { ok: true, value: { status: 'ok' } } as const;

const isOpen = ({ route }: Call) => route.access === 'open';
