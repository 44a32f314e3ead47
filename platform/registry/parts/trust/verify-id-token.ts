import { createHash } from 'node:crypto';
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { type OrRefusal, refusal } from '../../src/contract/problem.ts';
import { type IssuerKeys, NoKeys } from './issuer-keys.ts';

/** Signatures that only the holder of a private key can make; never `none`, never a shared secret. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** Seconds by which the issuer's clock may differ. */
const tolerance = 60;
/** Seconds after its issue for which a token is taken, whatever it says of its end. */
const maxAge = 6 * 3_600;

export interface VerifiedIdToken {
  payload: JWTPayload;
  /** Names the token, whatever signature stands below it: ECDSA has two that are good for each. */
  hash: string;
}

/** The issuer that a token claims to be of; null: it is no token. Nothing of it is verified. */
export function claimedIssuer(idToken: string): string | null {
  try {
    return decodeJwt(idToken).iss ?? null;
  } catch {
    return null;
  }
}

/** @param wall the machine's clock: the times of a token are its issuer's */
export async function verifyIdToken(
  idToken: string,
  keys: IssuerKeys,
  { issuer, audiences, wall }: { issuer: string; audiences: readonly string[]; wall: () => number },
): Promise<OrRefusal<VerifiedIdToken>> {
  try {
    const { payload } = await jwtVerify(idToken, keys(issuer), {
      issuer,
      audience: [...audiences],
      algorithms,
      clockTolerance: tolerance,
      maxTokenAge: maxAge,
      requiredClaims: ['exp', 'iat', 'sub'],
      currentDate: new Date(wall()),
    });
    // One who is named beside us could show us what was given to it.
    if (Array.isArray(payload.aud) && payload.aud.length > 1) {
      return refusal(
        'unauthorized',
        'The ID token is for several audiences: ask for one that is for this registry alone.',
      );
    }
    const signed = idToken.slice(0, idToken.lastIndexOf('.'));
    return {
      ok: true,
      value: { payload, hash: createHash('sha256').update(signed).digest('hex') },
    };
  } catch (error) {
    if (error instanceof NoKeys) {
      return refusal('unavailable', `The keys of the issuer are not to be had: ${error.message}.`);
    }
    if (!(error instanceof errors.JOSEError)) throw error;
    const begins = beginsLater(error);
    if (begins !== null) {
      const clock = timeOf(wall());
      const problem = `The ID token begins at ${timeOf(begins)}, the registry's clock says ${clock} (UTC).`;
      return refusal('unauthorized', problem, 'Set the clock that is wrong.');
    }
    return refusal('unauthorized', `The ID token is not good: ${describe(error, audiences)}.`);
  }
}

/** When a token begins that is of the future, in milliseconds since 1970; null: it is refused for something else. */
function beginsLater(error: errors.JOSEError): number | null {
  if (!(error instanceof errors.JWTClaimValidationFailed)) return null;
  if (error.reason !== 'check_failed') return null;
  const { claim, payload } = error;
  const begins = claim === 'nbf' ? payload.nbf : claim === 'iat' ? payload.iat : undefined;
  return begins === undefined ? null : begins * 1_000;
}

const timeOf = (at: number) => new Date(at).toISOString().slice(11, 19);

function describe(error: errors.JOSEError, audiences: readonly string[]): string {
  if (error instanceof errors.JWTExpired) return 'it has expired, or is older than six hours';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
    return `it is for another audience than ${audiences.join(' or ')}`;
  }
  return error.message;
}
