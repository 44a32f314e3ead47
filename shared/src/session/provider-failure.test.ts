import { describe, expect, it } from 'vitest';
import { providerFailure } from './provider-failure.ts';

const unreachable = 'The sign-in service cannot be reached. Check your connection and try again.';
const misconfigured =
  'Signing in is not set up correctly on this site. Please tell whoever runs it.';

describe('an error of the identity provider', () => {
  it.each([
    ['auth/network-request-failed', 0, unreachable],
    ['auth/timeout', 0, unreachable],
    ['auth/too-many-requests', 429, 'Too many attempts. Please wait a few minutes and try again.'],
    ['auth/quota-exceeded', 429, 'Too many sign-ins right now. Please try again later.'],
    ['auth/operation-not-allowed', 403, 'Signing in is switched off on this site.'],
    ['auth/admin-restricted-operation', 403, 'Signing in is switched off on this site.'],
    ['auth/invalid-api-key', 500, misconfigured],
    ['auth/api-key-not-valid.-please-pass-a-valid-api-key.', 500, misconfigured],
    ['auth/requests-from-referer-https://x.example-are-blocked.', 500, misconfigured],
    [
      'auth/web-storage-unsupported',
      400,
      'This browser keeps nothing for this site. Allow site data and try again.',
    ],
  ])('%s is for people', (code, status, error) => {
    expect(providerFailure({ code })).toEqual({ ok: false, code: status, error });
  });

  it.each([
    { code: 'auth/something-new' },
    { code: 'storage/quota-exceeded' },
    { code: 7 },
    new Error('ann@example.org'),
    null,
  ])('of another kind (%o) tells nothing of it', (error) => {
    expect(providerFailure(error)).toEqual({
      ok: false,
      code: 500,
      error: 'Signing in failed. Please try again.',
    });
  });
});
