import { readEnvironment } from '@tallystick/settings/environment';
import { expect, it } from 'vitest';
import { siteConfiguration } from './configuration.ts';

it.each([
  [{}, 'http://localhost:4100/sandbox/outbox'],
  [{ SMTP_URL: 'smtp://mail.example' }, undefined],
  [{ LEDGER_URL: 'https://api.ledger.example' }, undefined],
])('with %j pages know of the outbox at %s', (variables, outboxUrl) => {
  const read = readEnvironment(variables);
  if (!read.ok) throw new Error(read.problem);
  expect(siteConfiguration(read.environment).outboxUrl).toBe(outboxUrl);
});

it('of a real provider names no address of this machine', () => {
  const read = readEnvironment({
    SITE_URL: 'https://ledger.example',
    LEDGER_URL: 'https://api.ledger.example',
    FIREBASE_API_KEY: 'key',
  });
  if (!read.ok) throw new Error(read.problem);
  expect(JSON.stringify(siteConfiguration(read.environment))).not.toMatch(/127\.0\.0\.1|localhost/);
});
