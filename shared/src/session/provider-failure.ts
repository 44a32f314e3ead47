import * as v from 'valibot';
import type { Answer } from '../api/answer.ts';

/** `code` is the HTTP status that would fit; `error` says what a person can do about it. */
type ProviderFailure = Extract<Answer<never>, { ok: false }>;

const errorSchema = v.object({ code: v.pipe(v.string(), v.startsWith('auth/')) });

const failure = (code: number, error: string): ProviderFailure => ({ ok: false, code, error });
const unreachable = failure(
  0,
  'The sign-in service cannot be reached. Check your connection and try again.',
);
const tooMany = failure(429, 'Too many attempts. Please wait a few minutes and try again.');
const switchedOff = failure(403, 'Signing in is switched off on this site.');
const misconfigured = failure(
  500,
  'Signing in is not set up correctly on this site. Please tell whoever runs it.',
);
const unknown = failure(500, 'Signing in failed. Please try again.');

/** What a new anonymous user may be refused for: firebase/auth's codes after `auth/`, and what they mean to a person. */
const failures: ReadonlyMap<string, ProviderFailure> = new Map([
  ['network-request-failed', unreachable],
  ['timeout', unreachable],
  ['too-many-requests', tooMany],
  ['quota-exceeded', failure(429, 'Too many sign-ins right now. Please try again later.')],
  ['operation-not-allowed', switchedOff],
  ['admin-restricted-operation', switchedOff],
  ['invalid-api-key', misconfigured],
  ['app-not-authorized', misconfigured],
  ['unauthorized-domain', misconfigured],
  ['configuration-not-found', misconfigured],
  ['project-not-found', misconfigured],
  [
    'web-storage-unsupported',
    failure(400, 'This browser keeps nothing for this site. Allow site data and try again.'),
  ],
]);

/** Keys and referrers that are refused come as whole sentences, made into codes by the SDK. */
const refusedKey = /^(api-key|requests-)/;

/** What an error of the identity provider means to a person. */
export function providerFailure(error: unknown): ProviderFailure {
  if (!v.is(errorSchema, error)) return unknown;
  const code = error.code.slice('auth/'.length);
  return failures.get(code) ?? (refusedKey.test(code) ? misconfigured : unknown);
}
