import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose';

/** `expires`: milliseconds since 1970. `unavailable`: the provider's keys are not to be had now. */
export type VerifiedToken =
  | { ok: true; person: string; expires: number }
  | { ok: false; problem: 'refused' | 'unavailable' };

export type VerifyToken = (token: string) => Promise<VerifiedToken>;

export interface VerifyTokenOptions {
  /** The Firebase project that people sign in to. */
  project: string;
  /** Where the provider's keys are, as a JSON Web Key Set; null for the emulator, which has none. */
  keys: URL | null;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Where Google publishes the keys that sign Firebase's ID tokens. */
export const googleKeys = new URL(
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
);

/** Seconds since a token was issued: an older one was told when it was new. */
const maxAge = 300;
/** Seconds that the provider's clock may be ahead. */
const tolerance = 10;
const refused = { ok: false, problem: 'refused' } as const;

/**
 * Verifies ID tokens as Firebase's documentation asks: signature, project, times, a person. Keys
 * are kept for ten minutes and asked for again when a token names an unknown one.
 */
export function createVerifier({ project, keys, now }: VerifyTokenOptions): VerifyToken {
  const keySet = keys && createRemoteJWKSet(keys, { timeoutDuration: 5_000 });
  const claims = () => ({
    issuer: `https://securetoken.google.com/${project}`,
    audience: project,
    requiredClaims: ['exp', 'iat', 'auth_time', 'sub'],
    clockTolerance: tolerance,
    currentDate: new Date(now()),
  });
  return async (token) => {
    try {
      const { payload } = keySet
        ? await jwtVerify(token, keySet, { ...claims(), algorithms: ['RS256'] })
        : UnsecuredJWT.decode(token, claims());
      return judge(payload, now() / 1_000);
    } catch (error) {
      return isKeys(error) ? { ok: false, problem: 'unavailable' } : refused;
    }
  };
}

/** @param time seconds since 1970 */
function judge({ sub, exp, iat, auth_time: since }: JWTPayload, time: number): VerifiedToken {
  if (!sub || sub.length > 128 || exp === undefined || iat === undefined) return refused;
  if (time - iat > maxAge || iat - time > tolerance) return refused;
  if (typeof since !== 'number' || since - time > tolerance) return refused;
  return { ok: true, person: sub, expires: exp * 1_000 };
}

/** Whether it was the fetching of the keys that failed, and not the token. */
function isKeys(error: unknown): boolean {
  return (
    !(error instanceof errors.JOSEError) ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC'
  );
}
