import * as v from 'valibot';
import type { RoutePlugin } from '../service/json-schema.ts';
import { bearerToken, refuse, refuseSession } from './refusal.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

/** What the SDK takes for "no device": the ledger does not follow devices. */
const noDevice = '000000000000000000000000';

export interface LoginRoutesOptions {
  /** Origin at which browsers reach this service. */
  hostname: string;
  sessions: Sessions;
  tokens: Tokens;
  onLogOut: (session: string) => void;
}

const loginParams = v.object({ provider: v.string() });
const loginBody = v.object({ key: v.optional(v.pipe(v.string(), v.maxLength(1_000))) });

/** The SDK's calls for the app's location, login, profile, token refresh and logout. */
export const loginRoutes: RoutePlugin<LoginRoutesOptions> = async (
  app,
  { hostname, sessions, tokens, onLogOut },
) => {
  app.get('/app/:app/location', async () => ({
    hostname,
    deployment_model: 'LOCAL',
    location: 'local',
    ws_hostname: hostname.replace(/^http/, 'ws'),
  }));

  app.post(
    '/app/:app/auth/providers/:provider/login',
    { schema: { params: loginParams, body: loginBody } },
    async ({ params, body }, reply) => {
      if (params.provider !== 'api-key') {
        return refuse(reply, 401, 'AuthError', 'The only way to log in here is an API key.');
      }
      const session = await sessions.logIn(body.key ?? '');
      if (!session) return refuse(reply, 401, 'AuthError', 'invalid API key');
      return {
        access_token: await tokens.issue('access', session),
        refresh_token: await tokens.issue('refresh', session),
        user_id: session.user,
        device_id: noDevice,
      };
    },
  );

  app.get('/auth/profile', async (request, reply) => {
    const session = await sessions.find('access', bearerToken(request));
    if (!session) return refuseSession(reply);
    return {
      user_id: session.user,
      domain_id: noDevice,
      identities: [{ id: session.user, provider_type: 'api-key' }],
      data: {},
      type: 'server',
    };
  });

  app.post('/auth/session', async (request, reply) => {
    const session = await sessions.find('refresh', bearerToken(request));
    if (!session) return refuseSession(reply);
    return reply.code(201).send({ access_token: await tokens.issue('access', session) });
  });

  app.delete('/auth/session', async (request, reply) => {
    const session = await sessions.find('refresh', bearerToken(request));
    // The SDK looks for these words and then treats the logout as done.
    if (!session) return refuse(reply, 401, 'InvalidSession', 'failed to find refresh token');
    await sessions.logOut(session);
    onLogOut(session.id);
    return reply.code(204).send();
  });
};
