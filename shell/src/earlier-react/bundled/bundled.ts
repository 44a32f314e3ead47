// The entry of the bundle in which `react` is React of the major before the page's (platform/build/src/earlier-react.ts).
import * as composition from '@tallystick/shared/composition';
import * as realtime from '@tallystick/shared/realtime';
import * as router from '@tallystick/shared/router';
import * as session from '@tallystick/shared/session';
import * as jotai from 'jotai';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';
import { createEarlierRoot, EarlierPage } from './earlier-root.tsx';

/** What shows pages and widgets of that React. */
export const showing = { createEarlierRoot, EarlierPage };

/** What builds of that React find under these names: React itself, of its own version. */
export const ofReact = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  'react-dom/client': reactDomClient,
};

/** And what else of the singletons is bound to React, of the page's versions. */
export const boundToReact = {
  jotai,
  '@tallystick/shared/composition': composition,
  '@tallystick/shared/realtime': realtime,
  '@tallystick/shared/router': router,
  '@tallystick/shared/session': session,
};
