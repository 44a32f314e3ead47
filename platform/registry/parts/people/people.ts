import type { Environment } from '@tallystick/settings/environment';
import { partKind } from '../../src/part/part.ts';
import { callsOf, type People } from './calls.ts';
import { peopleLog } from './log-view.ts';
import * as personSessions from './migrations/0020_person_sessions.ts';
import { openProvider } from './provider.ts';
import { openSessions, type SessionSettings } from './sessions.ts';
import { openSignIn } from './sign-in.ts';

type PeopleOptions = SessionSettings &
  Pick<
    Environment,
    'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_SCOPES' | 'OIDC_GROUPS_CLAIM'
  >;

/** Lets people sign in by an OpenID Connect provider; null where the settings name none. */
export const people = partKind<PeopleOptions, People | null>(
  'people',
  { '0020_person_sessions': personSessions },
  (options) => ({
    log: peopleLog,
    hasEnded: ({ tokenId }, replay) => peopleLog.of(replay).has(tokenId),
    forgets: [{ table: 'person_session', column: 'ends_at', before: 0 }],
    open: (context) => {
      const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = options;
      if (issuer === undefined || clientId === undefined) {
        return { service: null, calls: callsOf(null) };
      }
      const provider = openProvider({ ...options, issuer, clientId }, context.log);
      const sessions = openSessions(context, provider, options);
      const service = { signIn: openSignIn(context, provider, sessions), sessions };
      // Says in the log what is wrong with the settings, where the provider shows that.
      void provider.look();
      return { service, bearers: sessions.bearers, calls: callsOf(service) };
    },
  }),
);
