import { commonSettings } from '@tallystick/backend/src/settings/common-settings.ts';
import { identitySettings } from '@tallystick/backend/src/settings/identity-settings.ts';
import { pageSettings } from '@tallystick/backend/src/settings/page-settings.ts';
import type * as v from 'valibot';

/** The environment variables that the ledger's site reads. */
export const ledgerSettings = {
  ...commonSettings,
  ...pageSettings,
  IDENTITY_PORT: identitySettings.IDENTITY_PORT,
};

export type LedgerSettings = v.InferOutput<v.ObjectSchema<typeof ledgerSettings, undefined>>;
