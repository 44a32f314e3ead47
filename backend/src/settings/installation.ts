import { platformSettings } from '@tallystick/settings/environment';
import type * as v from 'valibot';
import { commonSettings } from './common-settings.ts';
import { identitySettings } from './identity-settings.ts';
import { pageSettings } from './page-settings.ts';
import { serviceSettings } from './service-settings.ts';

/** All settings of an installation, by what they are about: the platform's and the ledger's. */
export const installationSettings: Readonly<Record<string, v.ObjectEntries>> = {
  ...platformSettings,
  'The ledger service and its pages': { ...commonSettings, ...pageSettings },
  'The ledger service': serviceSettings,
  'The identity emulator': identitySettings,
};

/** Their names: what a variable may be meant for, whichever program sees it. */
export const installationNames: readonly string[] = Object.values(installationSettings).flatMap(
  (entries) => Object.keys(entries),
);
