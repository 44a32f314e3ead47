import { commonSettings } from '@tallystick/backend/src/settings/common-settings.ts';
import { oneOf, safeAddress } from '@tallystick/settings/kinds';
import * as v from 'valibot';

/** The environment variables that the ledger's site reads. */
export const ledgerSettings = {
  ...commonSettings,
  SITE_MODE: oneOf(['main', 'sandbox'], 'main'),
  /** A replica of the ledger's database, of which pages know only that there is one. */
  DATABASE_READ_URL: v.optional(v.string()),
  /** Where pages tell who is signed in, by the identity provider's token; absent: nowhere. */
  TOKEN_SYNC_URL: v.optional(
    safeAddress('https://site.example/session', ': tokens are sent there'),
  ),
};

export type LedgerSettings = v.InferOutput<v.ObjectSchema<typeof ledgerSettings, undefined>>;
