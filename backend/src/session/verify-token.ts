import type { Result } from '@tallystick/contract/result';
import type { TimeSource } from '@tallystick/timing/monotonic-clock';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose';

/**
 * `lasts`: milliseconds until it expires. `unreadable`: its times are none; `unavailable`: the
 * provider's keys are not to be had now.
 */
export type VerifiedToken = Result<
  { person: string; lasts: number },
  { ok: false; code: 'refused' | 'unreadable' | 'unavailable' }
>;

export interface VerifyTokenOptions {
  /** The Firebase project that people sign in to. */
  project: string;
  /** Where the provider's keys are, as a JSON Web Key Set; null for the emulator, which has none. */
  keys: URL | null;
  time: TimeSource;
}

/** Where Google publishes the keys that sign Firebase's ID tokens. */
export const googleKeys = new URL(
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
);

/** Seconds since a token was issued: an older one was reported when it was new. */
const maxAge = 300;
/** Seconds that the provider's clock may be ahead. */
const tolerance = 10;
/** Seconds from a token's issue to its end, at most: the provider's last an hour. */
const maxLifetime = 86_400;
const refused = { ok: false, code: 'refused' } as const;

/**
 * Verifies ID tokens as Firebase's documentation asks: signature, project, times, a person. Keys
 * are kept for ten minutes and asked for again when a token names an unknown one. Times are held
 * against the machine's clock; while that is behind, what is old follows from the newest token seen.
 */
export function createVerifier({ project, keys, time }: VerifyTokenOptions) {
  const openKeys = () => keys && createRemoteJWKSet(keys, { timeoutDuration: 5_000 });
  let keySet = openKeys();
  let newest = Number.NEGATIVE_INFINITY;
  /** Seconds that the provider's clock is ahead of `time.elapsed`, at least. */
  let ahead = Number.NEGATIVE_INFINITY;
  const claims = (wall: number) => ({
    issuer: `https://securetoken.google.com/${project}`,
    audience: project,
    requiredClaims: ['exp', 'iat', 'auth_time', 'sub'],
    clockTolerance: tolerance,
    currentDate: new Date(wall),
  });
  return async (token: string): Promise<VerifiedToken> => {
    const wall = time.wall();
    // The key set expires by the machine's clock: after that was set back it would not fetch new keys.
    if (wall < newest) keySet = openKeys();
    newest = wall;
    try {
      const { payload } = keySet
        ? await jwtVerify(token, keySet, { ...claims(wall), algorithms: ['RS256'] })
        : UnsecuredJWT.decode(token, claims(wall));
      const verified = judge(payload, wall / 1_000);
      if (!verified.ok || !keySet) return verified;
      const elapsed = time.elapsed() / 1_000;
      const issued = payload.iat ?? 0;
      if (elapsed + ahead - issued > maxAge + tolerance) return refused;
      ahead = Math.max(ahead, issued - elapsed);
      return verified;
    } catch (error) {
      return isKeys(error) ? { ok: false, code: 'unavailable' } : refused;
    }
  };
}

/** @param time seconds since 1970 */
function judge({ sub, exp, iat, auth_time: since }: JWTPayload, time: number): VerifiedToken {
  if (!sub || sub.length > 128 || exp === undefined || iat === undefined) return refused;
  if (time - iat > maxAge || iat - time > tolerance) return refused;
  if (typeof since !== 'number' || since - time > tolerance) return refused;
  if (exp - iat > maxLifetime) return { ok: false, code: 'unreadable' };
  return { ok: true, value: { person: sub, lasts: Math.round((exp - time) * 1_000) } };
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
