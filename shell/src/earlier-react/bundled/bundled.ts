// The entry of the bundle in which `react` is React of the major before the page's (platform/build/src/earlier-react.ts).
import * as composition from '@tallystick/shared/composition';
import * as realtime from '@tallystick/shared/realtime';
import * as router from '@tallystick/shared/router';
import * as session from '@tallystick/shared/session';
import * as settings from '@tallystick/shared/settings';
import type { EarlierBundle } from '@tallystick/shell-kit/earlier-react';
import { bundled as ofAnyShell } from '@tallystick/shell-kit/earlier-react/bundled';
import * as jotai from 'jotai';
import * as jotaiReact from 'jotai/react';

/** What is bound to React, and has a copy that is bound to the earlier one. */
export const bundled: EarlierBundle = {
  ...ofAnyShell,
  boundToReact: {
    ...ofAnyShell.boundToReact,
    jotai,
    'jotai/react': jotaiReact,
    '@tallystick/shared/composition': composition,
    '@tallystick/shared/settings': settings,
    '@tallystick/shared/realtime': realtime,
    '@tallystick/shared/router': router,
    '@tallystick/shared/session': session,
  },
};
