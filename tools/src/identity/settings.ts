import { commonSettings } from '@tallystick/backend/src/settings/common-settings.ts';
import { oneOf } from '@tallystick/settings/kinds';

/** The environment variables that the identity emulator reads beside the platform's. */
export const identitySettings = {
  IDENTITY_PORT: commonSettings.IDENTITY_PORT,
  /** Sites whose pages the emulator serves: the configured ones, or any site on this machine. */
  IDENTITY_SITES: oneOf(['site', 'local'], 'site'),
};
