import { randomBytes } from 'node:crypto';
import type { Result } from '@tallystick/contract/result';
import { decodeJwt, errors, UnsecuredJWT } from 'jose';

/** Why a call is refused; the codes are the identity provider's, and its SDK reads them. */
export interface Refusal {
  ok: false;
  code: 'INVALID_ID_TOKEN' | 'INVALID_REFRESH_TOKEN' | 'USER_NOT_FOUND';
}

interface Account {
  id: string;
  refreshToken: string;
  /** Milliseconds since 1970. */
  since: number;
}

/** Seconds that an ID token is valid. */
const lifetime = 3_600;

/**
 * Anonymous accounts, for as long as the process lives, and what calls about them answer. ID tokens
 * are unsigned and anybody can make one, as those of Firebase's emulator.
 *
 * @param project the Firebase project that tokens are made for
 */
export function openAccounts(project: string) {
  const byId = new Map<string, Account>();
  const byRefreshToken = new Map<string, Account>();

  /** The account that an ID token is about. When it expires is not asked. */
  function accountOf(idToken: string): Result<Account, Refusal> {
    try {
      const account = byId.get(decodeJwt(idToken).sub ?? '');
      return account ? { ok: true, value: account } : { ok: false, code: 'USER_NOT_FOUND' };
    } catch (error) {
      if (error instanceof errors.JWTInvalid) return { ok: false, code: 'INVALID_ID_TOKEN' };
      throw error;
    }
  }

  const newIdToken = ({ id, since }: Account) =>
    new UnsecuredJWT({
      provider_id: 'anonymous',
      auth_time: Math.floor(since / 1_000),
      user_id: id,
      firebase: { identities: {}, sign_in_provider: 'anonymous' },
    })
      .setIssuer(`https://securetoken.google.com/${project}`)
      .setAudience(project)
      .setSubject(id)
      .setIssuedAt()
      .setExpirationTime(`${lifetime} s`)
      .encode();

  return {
    signUp() {
      const [id, refreshToken] = [randomName(), randomName()];
      const account = { id, refreshToken, since: Date.now() };
      byId.set(id, account);
      byRefreshToken.set(refreshToken, account);
      const idToken = newIdToken(account);
      return { localId: id, idToken, refreshToken, expiresIn: String(lifetime) };
    },

    lookUp(idToken: string) {
      const found = accountOf(idToken);
      if (!found.ok) return found;
      const { id, since } = found.value;
      const users = [{ localId: id, createdAt: String(since), lastLoginAt: String(since) }];
      return { ok: true, value: { users } } as const;
    },

    renew(refreshToken: string) {
      const account = byRefreshToken.get(refreshToken);
      if (!account) return { ok: false, code: 'INVALID_REFRESH_TOKEN' } as const;
      const token = newIdToken(account);
      const value = {
        access_token: token,
        id_token: token,
        refresh_token: refreshToken,
        expires_in: String(lifetime),
        token_type: 'Bearer',
        user_id: account.id,
      };
      return { ok: true, value } as const;
    },

    remove(idToken: string) {
      const found = accountOf(idToken);
      if (!found.ok) return found;
      byId.delete(found.value.id);
      byRefreshToken.delete(found.value.refreshToken);
      return { ok: true, value: {} } as const;
    },
  };
}

/** 28 letters, digits and signs, as an account's id has at the provider. */
function randomName(): string {
  return randomBytes(21).toString('base64url');
}
