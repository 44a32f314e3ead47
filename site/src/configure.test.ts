import { expect, it } from 'vitest';
import { ledgerSite } from './ledger.testing.ts';

/** What pages are told. */
function told(variables: Record<string, string>, siteUrl?: string) {
  const configured = ledgerSite(variables, siteUrl);
  if (!configured.ok) throw new Error(configured.problem);
  return configured.value.page;
}

const real = {
  LEDGER_URL: 'https://api.ledger.example',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'a.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'a',
};

it.each([
  [{}, 'http://localhost:4100/sandbox/outbox'],
  [{ SMTP_URL: 'smtp://mail.example' }, undefined],
  [real, undefined],
])('with %j pages know of the outbox at %s', (variables, outboxUrl) => {
  expect(told(variables)?.outboxUrl).toBe(outboxUrl);
});

it('of a real provider names no address of this machine', () => {
  const configured = ledgerSite(real, 'https://ledger.example');
  if (!configured.ok) throw new Error(configured.problem);
  const { page, connect } = configured.value;
  expect(JSON.stringify(page)).not.toMatch(/127\.0\.0\.1|localhost/);
  expect(connect).toEqual([
    'https://api.ledger.example',
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
  ]);
});

it('lets pages call the emulator, and whom they tell who is signed in', () => {
  const configured = ledgerSite({ TOKEN_SYNC_URL: 'https://app.example/session' });
  expect(configured).toMatchObject({
    value: { connect: ['http://localhost:4100', 'http://127.0.0.1:4200', 'https://app.example'] },
  });
});

it('does not start for other machines with the emulator', () => {
  expect(ledgerSite({}, 'https://ledger.example')).toEqual({
    ok: false,
    problem: expect.stringMatching(
      /^SITE_URL=https:\/\/ledger\.example is not an address of this machine.* Set FIREBASE_API_KEY/,
    ),
  });
});

it.each([
  ['transfers/list/latest', { data: {}, seen: 7 }, { data: {} }],
  [
    'transfers/details',
    { data: { item: 'a' }, srvc: 'issuer' },
    { data: { item: 'a' }, srvc: 'issuer' },
  ],
  ['codes/send', { data: {} }, null],
  ['transfers/details', { item: 'a' }, null],
  ['transfers/details', null, null],
])('of the call %s with %j a page may make %j', (path, body, made) => {
  const configured = ledgerSite({});
  if (!configured.ok) throw new Error(configured.problem);
  expect(configured.value.api?.reads({ path, body })).toEqual(made && { path, body: made });
});
