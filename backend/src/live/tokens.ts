import { webcrypto } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

/** `access` opens calls for half an hour; `refresh` only gets new access tokens, for 60 days. */
export type TokenKind = 'access' | 'refresh';

/** Lifetimes in seconds. */
export const lifetimes: Readonly<Record<TokenKind, number>> = {
  access: 30 * 60,
  refresh: 60 * 24 * 60 * 60,
};

/** What a token says: who, and which login. */
export interface Session {
  id: string;
  user: string;
  /** The generation in which it began; see `sessions.ts`. */
  generation: number;
  /** When it logged in, in seconds since 1970. */
  began: number;
}

export type Tokens = ReturnType<typeof createTokens>;

/** `now`: milliseconds since 1970. */
export function createTokens(key: Uint8Array, app: string, now: () => number) {
  // Imported once: jose imports bytes, and a KeyObject too, again for each token.
  const secret = webcrypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  return {
    /** A signed JWT with numeric `iat` and `exp`, as the SDK wants it. */
    async issue(kind: TokenKind, { id, user, generation, began }: Session): Promise<string> {
      const issued = Math.floor(now() / 1000);
      return new SignJWT({ gen: generation, auth_time: began })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(app)
        .setAudience(kind)
        .setSubject(user)
        .setJti(id)
        .setIssuedAt(issued)
        .setExpirationTime(issued + lifetimes[kind])
        .sign(await secret);
    },
    /** The token's session; null if it is forged, expired, of the other kind or of another app. */
    async verify(kind: TokenKind, token: string): Promise<Session | null> {
      try {
        const { payload } = await jwtVerify(token, await secret, {
          algorithms: ['HS256'],
          issuer: app,
          audience: kind,
          requiredClaims: ['exp', 'iat', 'sub', 'jti', 'gen', 'auth_time'],
          currentDate: new Date(now()),
        });
        const { jti: id, sub: user, gen: generation, auth_time: began } = payload;
        return id && user && typeof generation === 'number' && typeof began === 'number'
          ? { id, user, generation, began }
          : null;
      } catch {
        return null;
      }
    },
  };
}
