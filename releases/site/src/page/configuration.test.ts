import { readEnvironment } from '@tallystick/shared/environment';
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
