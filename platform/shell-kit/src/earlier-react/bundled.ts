// Belongs into a bundle in which `react` is React of the major before the page's (platform/build/src/earlier-react.ts).
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';
import * as composition from '../composition/composition.tsx';
import { mountedRoutes } from '../mounted/mounted.tsx';
import * as router from '../router/router.ts';
import * as settings from '../settings/settings.ts';
import type { EarlierBundle } from './earlier-code.ts';
import { createEarlierRoot, EarlierPage } from './earlier-root.tsx';

/** What any shell bundles with it; a site whose own singletons are bound to React adds those. */
export const bundled: EarlierBundle = {
  showing: { createEarlierRoot, EarlierPage, mountedRoutes },
  ofReact: {
    react,
    'react/jsx-runtime': jsxRuntime,
    'react-dom': reactDom,
    'react-dom/client': reactDomClient,
  },
  boundToReact: {
    '@tallystick/shell-kit/composition': composition,
    '@tallystick/shell-kit/router': router,
    '@tallystick/shell-kit/settings': settings,
  },
};
