import type {} from '@fastify/swagger';
import type { Metrics } from '@tallystick/guard/metrics/metrics';
import type { FastifyPluginAsync } from 'fastify';
import { durableStream } from '../durable-stream/durable-stream.ts';
import { openServiceKey } from '../keys/service-key.ts';
import type { LedgerEnvironment } from '../settings/ledger-environment.ts';
import type { Store } from '../store/store.ts';
import { callRoutes } from './call-routes.ts';
import { eventSource } from './events.ts';
import { startFeed } from './feed.ts';
import { loginRoutes } from './login-routes.ts';
import { handleError, refuse } from './refusal.ts';
import { createSessions } from './sessions.ts';
import { defaultSettings, type LiveFeedSettings } from './settings.ts';
import { createTokens } from './tokens.ts';

const prefix = '/api/client/v2.0';

export interface LiveFeedOptions {
  store: Pick<Store, 'db' | 'query' | 'onNotify'>;
  environment: Pick<
    LedgerEnvironment,
    'DATA_DIR' | 'LEDGER_URL' | 'REALM_APP_ID' | 'REALM_API_KEY'
  >;
  settings: Pick<LiveFeedSettings, 'slots'> & Partial<LiveFeedSettings>;
  metrics: Metrics | undefined;
  /** The time of the store. */
  now: () => number;
}

/** The live feed for an unchanged realm-web 2.0.1: docs/feed.md has its wire protocol. */
export const liveFeed: FastifyPluginAsync<LiveFeedOptions> = async (app, options) => {
  const { store, environment, now } = options;
  const { REALM_APP_ID: appId, REALM_API_KEY: apiKey, LEDGER_URL: hostname } = environment;
  const settings = { ...defaultSettings, ...options.settings };
  const key = await openServiceKey(environment.DATA_DIR);
  const tokens = createTokens(key('live-session'), appId, now);
  const { logouts: maxLogouts } = settings;
  const sessions = createSessions({ db: store.db, tokens, appId, apiKey, maxLogouts, now });
  const onError = (error: unknown) => app.log.error(error, 'live feed');

  const feed = startFeed({
    source: eventSource(store.db),
    onWake: store.onNotify,
    settings,
    onError,
  });
  options.metrics?.countStreams('ledger', feed.size);
  /** A logout at another process on this store ends the session's streams here, too. */
  const endLoggedOut = async () => {
    for (const id of await sessions.loggedOut(feed.sessions())) feed.endSession(id);
  };
  const timers = [
    setInterval(() => sessions.prune().catch(onError), settings.prune),
    setInterval(() => endLoggedOut().catch(onError), settings.look),
  ];
  for (const timer of timers) timer.unref();
  app.addHook('preClose', async () => {
    for (const timer of timers) clearInterval(timer);
    await feed.stop();
  });

  await app.register(durableStream, { feed, longPoll: settings.longPoll, now });
  await app.register(
    async (api) => {
      api.setErrorHandler(handleError);
      api.setNotFoundHandler((_request, reply) =>
        refuse(reply, 404, 'NotFound', 'The live feed has no such call.'),
      );
      api.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, hide: true };
      });
      api.addHook<{ Params: { app?: string } }>(
        'preHandler',
        async ({ params: { app } }, reply) => {
          if (app === undefined || app === appId) return;
          return refuse(reply, 404, 'AppNotFound', `cannot find app using Client App ID '${app}'`);
        },
      );
      await api.register(loginRoutes, { hostname, sessions, tokens, onLogOut: feed.endSession });
      await api.register(callRoutes, { store, sessions, feed, now });
    },
    { prefix },
  );
};
