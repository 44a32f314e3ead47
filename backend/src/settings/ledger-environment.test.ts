import { expect, it } from 'vitest';
import { readLedgerEnvironment } from './ledger-environment.ts';

it('has the platform’s settings and its own', () => {
  expect(readLedgerEnvironment({ BACKEND_PORT: '4101', SITE_PORT: '4001' })).toMatchObject({
    value: {
      BACKEND_PORT: 4101,
      LEDGER_URL: 'http://localhost:4101',
      SITE_URL: 'http://localhost:4001',
      PRODUCT_NAME: 'Tallystick',
      MAIL_BUDGET: { minute: 60, hour: 600, day: 3_000 },
    },
  });
});

it.each([
  [
    { BACKEND_SOCKET: 'a.sock' },
    'BACKEND_SOCKET=a.sock is not an absolute path of at most 100 letters',
  ],
  [{ SITE_PORT: 'none' }, 'SITE_PORT=none is not a port number'],
  [
    { MAIL_BUDGET: '7' },
    'MAIL_BUDGET=7 is not mails a minute, an hour and a day, such as 60/600/3000',
  ],
  [{ SMTP_URL: 'mail:secret' }, 'SMTP_URL is not an smtp:// address'],
  [
    { DATABASE_READ_URL: 'postgres://a/b' },
    'DATABASE_READ_URL needs a DATABASE_URL, of which it is a replica.',
  ],
])('refuses %j', (variables, problem) => {
  expect(readLedgerEnvironment(variables)).toEqual({ ok: false, problem });
});
