import * as v from 'valibot';

const errorSchema = v.object({ code: v.string() });

/** Codes of firebase/auth that a person can act on; `code` is the HTTP status that would fit. */
const failures: ReadonlyMap<string, { code: number; error: string }> = new Map([
  [
    'auth/network-request-failed',
    { code: 0, error: 'The sign-in service cannot be reached. Please try again.' },
  ],
  [
    'auth/too-many-requests',
    { code: 429, error: 'Too many attempts. Please wait a few minutes and try again.' },
  ],
  ['auth/quota-exceeded', { code: 429, error: 'Too many people sign in now. Please try later.' }],
  ['auth/operation-not-allowed', { code: 403, error: 'Signing in is switched off on this site.' }],
  [
    'auth/admin-restricted-operation',
    { code: 403, error: 'Signing in is switched off on this site.' },
  ],
  ['auth/user-disabled', { code: 403, error: 'This account is switched off.' }],
]);

/** What an error of the identity provider means to a person. */
export function providerFailure(error: unknown): { ok: false; code: number; error: string } {
  const known = v.is(errorSchema, error) ? failures.get(error.code) : undefined;
  return { ok: false, ...(known ?? { code: 500, error: 'Signing in failed. Please try again.' }) };
}
