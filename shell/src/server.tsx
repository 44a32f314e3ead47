import * as api from '@tallystick/shared/api';
import * as composition from '@tallystick/shared/composition';
import type { SiteConfiguration } from '@tallystick/shared/contracts/site';
import * as realtime from '@tallystick/shared/realtime';
import * as router from '@tallystick/shared/router';
import * as session from '@tallystick/shared/session';
import * as settings from '@tallystick/shared/settings';
import * as site from '@tallystick/shared/site';
import { serveConfiguration } from '@tallystick/shared/site/served-configuration';
import { createRendering, kitSingletons } from '@tallystick/shell-kit/rendering';
import * as jotai from 'jotai';
import * as jotaiReact from 'jotai/react';
import * as jotaiVanilla from 'jotai/vanilla';
import { ledgerShell } from './ledger-shell.tsx';

/** What a remote's server entry asks for by these names: one of each. */
export const singletons: Readonly<Record<string, unknown>> = {
  ...kitSingletons,
  jotai,
  'jotai/react': jotaiReact,
  'jotai/vanilla': jotaiVanilla,
  '@tallystick/shared/api': api,
  '@tallystick/shared/composition': composition,
  '@tallystick/shared/settings': settings,
  '@tallystick/shared/realtime': realtime,
  '@tallystick/shared/router': router,
  '@tallystick/shared/session': session,
  '@tallystick/shared/site': site,
};

/** Renders a page of the ledger's site. */
export const render = createRendering<SiteConfiguration>(ledgerShell, serveConfiguration);
