import { visible } from '@tallystick/contract/visible';
import * as oidc from 'openid-client';
import * as v from 'valibot';
import type { Person } from '../../src/contract/tokens.ts';

/** Somebody as the provider knows them. */
export interface Identity {
  name: string;
  person: Person;
  groups: readonly string[];
  /** Asks for the same anew, later; null: the provider gave none. */
  refreshToken: string | null;
}

type Tokens = Pick<
  Awaited<ReturnType<typeof oidc.refreshTokenGrant>>,
  'access_token' | 'claims' | 'refresh_token'
>;

const word = v.fallback(v.optional(v.string()), undefined);
const claimsSchema = v.object({
  ...{ sub: v.string(), name: word, preferred_username: word, email: word },
  email_verified: v.fallback(v.optional(v.boolean()), undefined),
});
const groupsSchema = v.fallback(v.array(v.string()), []);

/**
 * Who has these tokens. Claims stand in the ID token, in what the provider tells of its user, or in both.
 *
 * @param subject who it must be; absent: whoever the ID token names
 */
export async function identityOf(
  config: oidc.Configuration,
  tokens: Tokens,
  groupsClaim: string,
  subject?: string,
): Promise<Identity> {
  const inToken = tokens.claims();
  const sub = inToken?.sub ?? subject;
  if (sub === undefined || (subject !== undefined && sub !== subject)) {
    throw new oidc.ClientError('The provider named nobody, or somebody else.');
  }
  const tells = config.serverMetadata().userinfo_endpoint !== undefined;
  const told = tells ? await oidc.fetchUserInfo(config, tokens.access_token, sub) : {};
  const claims = { ...inToken, ...told, sub };
  const [, groups] = Object.entries(claims).find(([claim]) => claim === groupsClaim) ?? [];
  return {
    ...named(v.parse(claimsSchema, claims)),
    groups: v.parse(groupsSchema, groups),
    refreshToken: tokens.refresh_token ?? null,
  };
}

/** As history has it: two people of one name are told apart by what follows it. */
function named({
  sub,
  name,
  preferred_username,
  email,
  email_verified,
}: v.InferOutput<typeof claimsSchema>): Pick<Identity, 'name' | 'person'> {
  // Anybody may have typed an address that nobody has verified.
  const address = email_verified === false ? undefined : email;
  const told = `${name ?? preferred_username ?? ''} (${address ?? sub})`.trim();
  return {
    name: visible(told).slice(0, 100),
    person: { subject: sub, ...(address !== undefined && { email: address }) },
  };
}
