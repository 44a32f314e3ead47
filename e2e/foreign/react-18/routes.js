import { useState, version } from 'react';
import { jsx, jsxs } from 'react/jsx-runtime';

/** What the platform says to a page of an earlier React stands in for the router's hooks. */
function Page({ params, data, navigate }) {
  const [count, setCount] = useState(0);
  if (count > 2) throw new Error('pressed too often');
  return jsxs('div', {
    children: [
      jsx('h1', { children: `Note ${params.id} of React ${version}` }),
      jsx('p', { children: data }),
      jsx('button', {
        type: 'button',
        onClick: () => setCount(count + 1),
        children: `Pressed ${count} times`,
      }),
      jsx('button', {
        type: 'button',
        onClick: () => navigate(`/notes-earlier/${Number(params.id) + 1}`),
        children: 'Next',
      }),
    ],
  });
}

export const routes = {
  '/notes-earlier/:id': {
    Component: Page,
    loader: ({ params }) => `Loaded for ${params.id}`,
  },
};
