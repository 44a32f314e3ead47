import { matching, origin, port, word } from '@tallystick/settings/kinds';
import * as v from 'valibot';

/** Settings that both the ledger service and its site read: where the service is, and by what pages use it. */
export const commonSettings = {
  /** Ledger service. */
  BACKEND_PORT: port('4100'),
  /** Identity emulator; unused when FIREBASE_API_KEY names a real project. */
  IDENTITY_PORT: port('4200'),
  /** Where browsers reach the ledger service; default: http://localhost:BACKEND_PORT. */
  LEDGER_URL: v.optional(origin),
  /** Static credential of the data calls. Public: every visitor's browser sends it. */
  LEDGER_TOKEN: word('public-local'),
  REALM_APP_ID: word('ledger-local'),
  REALM_API_KEY: word('live-local'),
  /** Mail server for sign-in codes; absent: a local outbox. */
  SMTP_URL: v.optional(matching(/^smtps?:\/\//, 'is not an smtp:// address')),
  /** Public settings of a real Firebase project; absent: the local emulator. */
  FIREBASE_API_KEY: v.optional(v.string()),
  FIREBASE_AUTH_DOMAIN: v.optional(v.string()),
  FIREBASE_PROJECT_ID: v.optional(v.string()),
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
