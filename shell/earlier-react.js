import * as react from 'react-18';
import * as jsxRuntime from 'react-18/jsx-runtime';
import * as reactDom from 'react-dom-18';
import * as reactDomClient from 'react-dom-18/client';

/** React of the major before the page's. */
export const earlierReact = { react, jsxRuntime, reactDom, reactDomClient };
