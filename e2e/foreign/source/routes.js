import { lazy, Suspense, useState } from 'react';
import { jsx, jsxs } from 'react/jsx-runtime';
import picture from './picture.svg';
import './page.css';

const Late = lazy(() => import('./late.js'));

function Page() {
  const [count, setCount] = useState(0);
  return jsxs('div', {
    children: [
      jsx('h1', { className: 'foreign', children: 'Notes of BUILD' }),
      jsx('img', { src: picture, alt: 'a note' }),
      jsx('button', {
        type: 'button',
        onClick: () => setCount(count + 1),
        children: `Pressed ${count} times`,
      }),
      jsx(Suspense, { fallback: null, children: jsx(Late, {}) }),
    ],
  });
}

export const routes = { '/notes-BUNDLER': { Component: Page } };
