// Belongs into a bundle in which `react` is React of the major before the page's (platform/build/src/earlier-react.ts).
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';
import { createEarlierRoot, EarlierPage } from './earlier-root.tsx';

/** What any shell bundles with it. */
export const bundled = {
  showing: { createEarlierRoot, EarlierPage },
  ofReact: {
    react,
    'react/jsx-runtime': jsxRuntime,
    'react-dom': reactDom,
    'react-dom/client': reactDomClient,
  },
};
