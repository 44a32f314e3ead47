import { expect, it } from 'vitest';
import { identityProblem } from './identity-problem.ts';

const project = {
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'a.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'a',
};
const here = { SITE_URL: 'http://localhost:4000', LEDGER_URL: 'http://localhost:4100' };

it.each([
  here,
  { SITE_URL: 'https://localhost', LEDGER_URL: 'https://ledger.localhost' },
  { SITE_URL: 'http://127.0.0.1:4000', LEDGER_URL: 'http://[::1]:4100' },
])('the emulator is enough for $SITE_URL with $LEDGER_URL', (urls) => {
  expect(identityProblem({ ...urls, FIREBASE_API_KEY: undefined })).toBeUndefined();
});

it.each([
  ['SITE_URL', 'https://ledger.example'],
  ['LEDGER_URL', 'https://api.ledger.example:8443'],
  ['SITE_URL', 'http://192.168.1.7:4000'],
  ['SITE_URL', 'https://localhost.example'],
] as const)('a real provider is needed for %s=%s', (name, url) => {
  const settings = { ...here, [name]: url };
  expect(identityProblem({ ...settings, ...project })).toBeUndefined();
  expect(identityProblem(settings)).toMatch(
    new RegExp(`^${name}=${url} is not an address of this machine, and without FIREBASE_API_KEY `),
  );
});

it('takes a Firebase project whole or not at all', () => {
  const { FIREBASE_API_KEY, ...others } = project;
  expect(identityProblem({ ...here, FIREBASE_API_KEY })).toBe(
    'FIREBASE_API_KEY is set without FIREBASE_AUTH_DOMAIN and FIREBASE_PROJECT_ID: a Firebase project needs all three.',
  );
  expect(identityProblem({ ...here, ...others })).toBe(
    'FIREBASE_AUTH_DOMAIN and FIREBASE_PROJECT_ID are set without FIREBASE_API_KEY: a Firebase project needs all three.',
  );
});
