import { appNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { numeric, oneOf, safeAddress, word } from '../kinds.ts';
import { setting } from '../setting.ts';

/** What people of a group may do: a role, or the apps that they publish and move. */
const roleSchema = v.union(
  [
    v.picklist(['viewer', 'manager', 'administrator']),
    v.pipe(v.array(appNameSchema), v.minLength(1), v.maxLength(50)),
  ],
  'has a group that is none of viewer, manager, administrator or a list of apps such as ["mfe-notes"]',
);

const rolesSchema = v.pipe(
  v.optional(v.string(), '{}'),
  v.parseJson(
    undefined,
    'is not JSON such as {"release-team":"manager","team-notes":["mfe-notes"]}',
  ),
  v.record(
    v.string(),
    roleSchema,
    'is not an object such as {"release-team":"manager","team-notes":["mfe-notes"]}',
  ),
);

const minutes = (fallback: string, most: number) =>
  v.pipe(
    numeric(fallback, /^[1-9]\d{0,5}$/, 'is not a number of minutes'),
    v.maxValue(most, `is more than ${most} minutes`),
  );

const readBy = ['admin'];
const see = 'releases.md#people';

/** Who signs in by an OpenID Connect provider, and what they may do. */
export const people = {
  OIDC_ISSUER: setting(v.optional(safeAddress('https://login.example')), {
    does: 'the provider by which people sign in to console and command; absent: by tokens alone',
    ...{ readBy, see },
  }),
  OIDC_CLIENT_ID: setting(v.optional(v.string()), {
    does: 'the name by which the provider knows this registry',
    readBy,
  }),
  OIDC_CLIENT_SECRET: setting(v.optional(v.string()), {
    does: 'the secret to it; absent: a public client, which the provider must allow',
    ...{ readBy, secret: true },
  }),
  OIDC_SCOPES: setting(word('openid profile email offline_access'), {
    does: 'what the provider is asked for; some give groups only by one more, such as `groups`',
    readBy,
  }),
  OIDC_GROUPS_CLAIM: setting(word('groups'), { does: 'the claim that lists groups', readBy }),
  OIDC_ROLES: setting(rolesSchema, {
    does: 'what groups may do, as JSON: `viewer`, `manager`, `administrator`, or a list of the apps that they publish',
    ...{ readBy, otherwise: '{}' },
  }),
  OIDC_OTHERS: setting(oneOf(['nobody', 'viewer'], 'nobody'), {
    does: 'what people are who are in none of these groups; `nobody` may not sign in',
    readBy,
  }),
  SESSION_REFRESH_MINUTES: setting(minutes('5', 15), {
    does: 'after how many minutes, 15 at most, the provider is asked anew for the groups of who is signed in',
    readBy,
  }),
  SESSION_IDLE_MINUTES: setting(minutes('120', 1_440), {
    does: 'after how many minutes without a request a sign-in ends',
    readBy,
  }),
  SESSION_MINUTES: setting(minutes('720', 43_200), {
    does: 'after how many minutes a sign-in ends in any case',
    readBy,
  }),
};

/** What is missing beside what was said of the provider; null: nothing. */
export function peopleProblem(
  said: v.InferOutput<v.ObjectSchema<typeof people, undefined>>,
): string | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = said;
  if (issuer === undefined) {
    if (id !== undefined) return 'OIDC_CLIENT_ID is set, and OIDC_ISSUER is not';
    return secret === undefined ? null : 'OIDC_CLIENT_SECRET is set, and OIDC_ISSUER is not';
  }
  if (id === undefined) return 'OIDC_ISSUER is set, and OIDC_CLIENT_ID is not';
  if (!said.OIDC_SCOPES.split(' ').includes('openid')) return 'OIDC_SCOPES lacks openid';
  if (Object.keys(said.OIDC_ROLES).length === 0 && said.OIDC_OTHERS === 'nobody') {
    return 'OIDC_ROLES names no group, so nobody could sign in';
  }
  return null;
}
