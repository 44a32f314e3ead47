import cors from '@fastify/cors';
import swagger from '@fastify/swagger';
import { tellCaller } from '@tallystick/guard/caller';
import { limitClients, limitCredential } from '@tallystick/guard/limits';
import type { Log } from '@tallystick/guard/log/log';
import { logRequests } from '@tallystick/guard/log/log-requests';
import { openServer, type ServerLimits, usualLimits } from '@tallystick/guard/open-server';
import { turnAwayUnderPressure } from '@tallystick/guard/pressure';
import { readByValibot } from '@tallystick/guard/request-schemas';
import { usualSlots } from '@tallystick/guard/slots';
import { traceRequests } from '@tallystick/guard/traces/trace-requests';
import { traceStore } from '@tallystick/guard/traces/trace-store';
import type { Tracing } from '@tallystick/guard/traces/tracing';
import { openStoreClock } from '@tallystick/store/clock';
import { machineTime, type TimeSource } from '@tallystick/timing/monotonic-clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { activity } from '../activity/activity.ts';
import { addresses } from '../addresses/addresses.ts';
import { streamHeaders, streamPath } from '../durable-stream/durable-stream.ts';
import { exportList } from '../export/export.ts';
import { type LiveFeedOptions, liveFeed } from '../live/live-feed.ts';
import { neighbours } from '../neighbours/neighbours.ts';
import { measureService } from '../observation/measure-service.ts';
import { serveHealth } from '../observation/readiness.ts';
import { counterparties } from '../parties/counterparties.ts';
import { parties } from '../parties/parties.ts';
import { recordLog, recordLogPath } from '../records/log-files.ts';
import { recordProof } from '../records/proof-call.ts';
import { type SandboxOptions, sandbox } from '../sandbox/sandbox.ts';
import { search } from '../search/search.ts';
import { type SessionOptions, session, sessionPath } from '../session/session.ts';
import type { LedgerEnvironment } from '../settings/ledger-environment.ts';
import { outboxPath } from '../settings/local-outbox.ts';
import type { Store } from '../store/store.ts';
import { changes } from '../transfers/changes.ts';
import { summary } from '../transfers/summary.ts';
import { transfers } from '../transfers/transfers.ts';
import { errorSchema } from './answers.ts';
import { requireCredential } from './credential.ts';
import { answerErrors } from './errors.ts';
import type { SchemaTypes } from './json-schema.ts';
import { openapi } from './openapi.ts';
import { takeSeen } from './seen.ts';

const bodyLimit = 65_536;
/** A clock that is behind by more is logged. */
const maxClockLagMs = 60_000;
/** Streams of the live feed; the rest of the connections is for calls. */
const maxStreams = 10_000;
/** Seconds that a browser may remember what CORS allows. */
const corsMaxAge = 86_400;

export interface ServiceOptions {
  store: Store;
  environment: LiveFeedOptions['environment'] &
    SandboxOptions['environment'] &
    SessionOptions['environment'] &
    Pick<LedgerEnvironment, 'LIMIT_PER_ADDRESS' | 'LIMIT_PER_CREDENTIAL' | 'TRUSTED_PROXIES'> &
    Partial<Pick<LedgerEnvironment, 'METRICS_HOST' | 'METRICS_PORT' | 'SITE_URLS' | 'STORE_CLOCK'>>;
  liveFeed?: Partial<LiveFeedOptions['settings']>;
  limits?: Partial<ServerLimits>;
  /** Absent: nothing is recorded of traces. */
  tracing?: Tracing | undefined;
  /** Where the identity provider's keys are; absent: at the provider. */
  identityKeys?: URL;
  /** Milliseconds by which the event loop may lag before requests are turned away; absent: 5,000. */
  maxLag?: number;
  /** Absent: nothing is logged. */
  log?: Log;
  /** Aborted when the process is asked to stop: `/ready` says no from then on. */
  leaving?: AbortSignal;
  /** Absent: the machine's own time. */
  time?: Partial<TimeSource>;
}

/**
 * The ledger service: every call of the ledger, the live feed, and the sandbox sign-in, over one
 * store, which it does not close. `/openapi.json` describes its calls. Errors have one shape,
 * `{code, error}`; only what has other protocols (the live feed) has others.
 */
export async function buildService(options: ServiceOptions): Promise<FastifyInstance> {
  const { environment, tracing } = options;
  const store = tracing === undefined ? options.store : traceStore(options.store, tracing);
  const time = { ...machineTime, ...options.time };
  const { LEDGER_URL, TRUSTED_PROXIES } = environment;
  const limits = { ...usualLimits(), ...options.limits };
  const app = openServer(
    {
      bodyLimit,
    },
    {
      headers: { secure: LEDGER_URL.startsWith('https:'), referrer: 'no-referrer' },
      trustProxy: TRUSTED_PROXIES ?? [],
      limits,
      log: options.log,
    },
  ).withTypeProvider<SchemaTypes>();
  app.setValidatorCompiler(readByValibot);
  app.removeContentTypeParser('text/plain');
  app.addSchema(errorSchema);
  const { now, behind, close } = await openStoreClock(
    store.db,
    time,
    environment.STORE_CLOCK === 'reset',
  );
  app.addHook('onClose', close);
  if (behind > maxClockLagMs) app.log.warn({ behind }, 'the clock is behind the ledger’s own time');
  answerErrors(app);
  traceRequests(app, tracing);
  logRequests(app);
  const others = [...(environment.SITE_URLS ?? new Map<string, string>()).values()];
  const siteOf = (origin = '') => (others.includes(origin) ? origin : environment.SITE_URL);
  await app.register(cors, {
    delegator: async ({ url, headers }: FastifyRequest) => {
      const path = url.split('?', 1)[0];
      return {
        ...allowedOrigin(path, siteOf(headers.origin)),
        methods: ['GET', 'POST', 'DELETE'],
        allowedHeaders: ['authorization', 'content-type', 'if-none-match', 'traceparent'],
        credentials: path === sessionPath,
        maxAge: corsMaxAge,
        strictPreflight: false,
      };
    },
  });
  const metrics = await measureService(app, store, environment);
  limitClients(app, {
    perAddress: environment.LIMIT_PER_ADDRESS,
    retryAfter: store.retryAfter,
  });
  tellCaller(app);
  turnAwayUnderPressure(app, options.maxLag);
  await app.register(swagger, openapi);
  serveHealth(app, store, options.leaving);
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(async (calls) => {
    requireCredential(calls, environment.LEDGER_TOKEN);
    limitCredential(calls, environment.LIMIT_PER_CREDENTIAL);
    takeSeen(calls);
    const plugins = [
      transfers,
      changes,
      parties,
      neighbours,
      activity,
      summary,
      counterparties,
      search,
    ];
    for (const plugin of [...plugins, ...addresses]) await calls.register(plugin, { store });
    await calls.register(recordProof, { store });
    await calls.register(exportList, {
      store,
      product: environment.PRODUCT_NAME,
      now: time.wall,
    });
  });
  await app.register(liveFeed, {
    store,
    environment,
    metrics,
    settings: { slots: usualSlots(maxStreams, limits.inAll), ...options.liveFeed },
    now,
  });
  await app.register(recordLog, { store });
  await app.register(sandbox, { store, environment, metrics, now });
  await app.register(session, { store, environment, keys: options.identityKeys, now, time });
  return app;
}

/** No other origin may read the outbox; stream and log are for all, so that a cache keeps one answer for everybody. */
function allowedOrigin(path: string | undefined, site: string) {
  if (path?.startsWith(`${recordLogPath}/`)) return { origin: '*' };
  if (path === streamPath) return { origin: '*', exposedHeaders: streamHeaders };
  return { origin: path === outboxPath ? false : site };
}
