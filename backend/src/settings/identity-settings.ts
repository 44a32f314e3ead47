import { oneOf, port } from '@tallystick/settings/kinds';
import { setting } from '@tallystick/settings/setting';

/** Settings of the identity emulator, which pages of one machine sign people in by. */
export const identitySettings = {
  IDENTITY_PORT: setting(port('4200'), {
    does: 'port of the identity emulator; unused with `FIREBASE_API_KEY`',
    readBy: ['identity', 'site'],
  }),
  IDENTITY_SITES: setting(oneOf(['site', 'local'], 'site'), {
    does: 'whose pages the emulator serves: the sites at `SITE_URL` and `SITE_URLS`, or (`local`, for tests) any of this machine',
    readBy: ['identity'],
  }),
};
