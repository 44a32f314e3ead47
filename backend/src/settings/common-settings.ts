import { matching, origin, port, postgres, word } from '@tallystick/settings/kinds';
import { setting } from '@tallystick/settings/setting';
import * as v from 'valibot';

const readBy = ['ledger', 'site'];

/** Settings that both the ledger service and its site read: where the service is, and by what pages use it. */
export const commonSettings = {
  BACKEND_PORT: setting(port('4100'), { does: 'port of the ledger service', readBy }),
  LEDGER_URL: setting(v.optional(origin), {
    does: 'where browsers reach the ledger service',
    readBy,
    otherwise: 'http://localhost:BACKEND_PORT',
  }),
  LEDGER_TOKEN: setting(word('public-local'), {
    does: "credential of the data calls; public, every visitor's browser sends it",
    readBy,
    see: 'decisions/0005-static-credential.md',
  }),
  REALM_APP_ID: setting(word('ledger-local'), { does: 'app of the live feed; public', readBy }),
  REALM_API_KEY: setting(word('live-local'), { does: 'key of the live feed; public', readBy }),
  SMTP_URL: setting(v.optional(matching(/^smtps?:\/\//, 'is not an smtp:// address')), {
    does: '`smtp://…` for sign-in codes; absent: a local outbox on this machine',
    readBy,
    secret: true,
    see: 'operations.md#servers',
  }),
  FIREBASE_API_KEY: setting(v.optional(v.string()), {
    does: 'public settings of a real Firebase project; absent: the local emulator, allowed only where `SITE_URL` and `LEDGER_URL` are of this machine',
    readBy,
  }),
  FIREBASE_AUTH_DOMAIN: setting(v.optional(v.string()), { does: 'the same', readBy }),
  FIREBASE_PROJECT_ID: setting(v.optional(v.string()), { does: 'the same', readBy }),
  DATABASE_READ_URL: setting(v.optional(postgres), {
    does: 'a streaming replica of `DATABASE_URL`, from which lists are read; absent: none',
    readBy,
    secret: true,
    see: 'operations.md#read-replicas',
  }),
};

/** Where browsers reach the ledger service. */
export function ledgerUrl({
  LEDGER_URL,
  BACKEND_PORT,
}: {
  readonly LEDGER_URL?: string | undefined;
  readonly BACKEND_PORT: number;
}): string {
  return LEDGER_URL ?? `http://localhost:${BACKEND_PORT}`;
}
