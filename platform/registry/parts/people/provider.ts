import { visible } from '@tallystick/contract/visible';
import type { Environment } from '@tallystick/settings/environment';
import * as oidc from 'openid-client';
import { type OrRefusal, type Refusal, refusal } from '../../src/contract/problem.ts';
import { type Identity, identityOf } from './identity.ts';

/** What the settings say of the provider. */
interface ProviderSettings
  extends Pick<Environment, 'OIDC_CLIENT_SECRET' | 'OIDC_SCOPES' | 'OIDC_GROUPS_CLAIM'> {
  issuer: string;
  clientId: string;
}

export type Provider = ReturnType<typeof openProvider>;

/** Seconds that the provider has for an answer. */
const timeout = 10;
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * The provider by which people sign in.
 *
 * @param log one line for the log, about what an administrator has to mend
 */
export function openProvider(settings: ProviderSettings, log: (line: string) => void) {
  const { issuer, OIDC_SCOPES: scope, OIDC_GROUPS_CLAIM: groupsClaim } = settings;
  const ask = openAsking(settings, log);
  return {
    issuer,
    /** Whether it can be asked at all; says in the log why not. */
    look: () => ask(async () => null),
    /** Where the browser signs in. */
    begin: (how: { redirect: string; state: string; nonce: string; verifier: string }) =>
      ask(async (config) => {
        const url = oidc.buildAuthorizationUrl(config, {
          ...{ redirect_uri: how.redirect, scope, state: how.state, nonce: how.nonce },
          code_challenge: await oidc.calculatePKCECodeChallenge(how.verifier),
          code_challenge_method: 'S256',
          // OpenID Connect Core 11: without it a provider gives no refresh token.
          ...(scope.split(' ').includes('offline_access') && { prompt: 'consent' }),
        });
        return url.href;
      }),
    /** Who came back with this address. */
    finish: (returned: URL, how: { state: string; nonce: string; verifier: string }) =>
      ask(async (config) => {
        const tokens = await oidc.authorizationCodeGrant(config, returned, {
          ...{ expectedState: how.state, expectedNonce: how.nonce },
          ...{ pkceCodeVerifier: how.verifier, idTokenExpected: true },
        });
        return await identityOf(config, tokens, groupsClaim);
      }),
    hasDevices: () =>
      ask(async (config) => config.serverMetadata().device_authorization_endpoint !== undefined),
    beginDevice: () => ask((config) => oidc.initiateDeviceAuthorization(config, { scope })),
    /** Who has confirmed the code of a device; `slower`: nobody yet, and it is asked too often. */
    askDevice: (code: string) =>
      ask(async (config): Promise<Identity | 'waiting' | 'slower'> => {
        try {
          const given = { device_code: code };
          const tokens = await oidc.genericGrantRequest(config, deviceGrant, given);
          return await identityOf(config, tokens, groupsClaim);
        } catch (error) {
          if (!(error instanceof oidc.ResponseBodyError)) throw error;
          if (error.error === 'authorization_pending') return 'waiting';
          if (error.error === 'slow_down') return 'slower';
          throw error;
        }
      }),
    /** The same person as the provider knows them now. */
    refresh: (refreshToken: string, subject: string) =>
      ask(async (config) => {
        const tokens = await oidc.refreshTokenGrant(config, refreshToken);
        return await identityOf(config, tokens, groupsClaim, subject);
      }),
  };
}

/**
 * Asks the provider; what it refuses is told as it says it, all else as that it cannot be asked. It is looked for when
 * it is first needed, so that a registry starts while it is down.
 */
function openAsking(
  { issuer, clientId, OIDC_CLIENT_SECRET: secret }: ProviderSettings,
  log: (line: string) => void,
) {
  let known: Promise<oidc.Configuration> | null = null;

  function discover(): Promise<oidc.Configuration> {
    const auth = secret === undefined ? oidc.None() : undefined;
    // Only an address of this machine may begin with http, by the rule of the setting.
    const here = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
    const execute = [oidc.enableNonRepudiationChecks, ...here];
    known ??= oidc
      .discovery(new URL(issuer), clientId, secret, auth, { timeout, execute })
      .catch((error: unknown) => {
        known = null;
        throw error;
      });
    return known;
  }

  return async <T>(
    question: (config: oidc.Configuration) => Promise<T>,
  ): Promise<OrRefusal<T, 'unauthorized' | 'unavailable'>> => {
    try {
      return { ok: true, value: await question(await discover()) };
    } catch (error) {
      const said = refusalOf(error, issuer);
      if (said.code === 'unavailable') log(said.problem);
      return said;
    }
  };
}

/** What a person can mend by signing in again; all else is of the settings. */
const refused = new Set(['invalid_grant', 'access_denied', 'expired_token']);

function refusalOf(error: unknown, issuer: string): Refusal<'unauthorized' | 'unavailable'> {
  if (!(error instanceof Error)) throw error;
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError) {
    const said = visible(error.error_description ?? error.error).slice(0, 200);
    return refused.has(error.error)
      ? refusal('unauthorized', `The identity provider says: ${said}.`)
      : refusal('unavailable', `${issuer} does not take what it was asked: ${said}.`);
  }
  const why = error.cause instanceof Error ? error.cause.message : error.message;
  return refusal(
    'unavailable',
    `The identity provider ${issuer} cannot be asked: ${visible(why).slice(0, 200)}.`,
    'A token works all the same.',
  );
}
