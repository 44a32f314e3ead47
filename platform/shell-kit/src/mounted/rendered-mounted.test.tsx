// @vitest-environment jsdom
import type { MountOptions, PageProps } from '@tallystick/contract/mountable';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { testShell } from '../plain/test-shell.testing.tsx';
import { createRendering } from '../rendering/rendering.tsx';
import { noteRelease } from '../routing/note-release.testing.ts';
import { noteRevision } from '../routing/site.testing.tsx';
import { mountedRoute } from './mounted.tsx';

/** Renders the page of a note, as the site server does. */
function render(render?: (props: PageProps) => string | Promise<string>): Promise<string> {
  const note = {
    mount: () => ({ unmount() {} }),
    loader: () => 'bread',
    ...(render && { render }),
  };
  const declared = [{ path: '/notes/:id', page: 'Note' }];
  return createRendering(testShell)({
    address: '/notes/7',
    configuration: { productName: 'Notes of all' },
    release: noteRevision(1, [noteRelease('1.0.0-aaaaaaaaaaaa', declared)]),
    remote: { routes: { '/notes/:id': note } },
    callsSettled: async () => {},
  });
}

it('the site server renders what a mounted page says of its data', async () => {
  const html = await render(async ({ data, params }) => `<b>${data} ${params.id}</b>`);
  expect(html).toContain('<div><b>bread 7</b></div>');
});

it('what cannot be rendered is left to the browser, with its reason', async () => {
  const failed = render(async () => {
    throw new TypeError('no window');
  });
  await expect(failed).rejects.toThrow('no window');
});

it('a mounted page that renders nothing is an empty element', async () => {
  expect(await render()).toContain('><div></div></div>');
});

it('in a browser it is mounted over what the server has rendered', async () => {
  const hows: MountOptions[] = [];
  const { Component } = mountedRoute({
    mount: (_element, _props, how) => {
      hows.push(how);
      return { unmount() {} };
    },
  });
  const root = document.createElement('div');
  root.innerHTML = '<div><b>bread 7</b></div>';
  document.body.append(root);
  const bold = root.querySelector('b');
  const router = createMemoryRouter([{ path: '/', Component }]);
  const hydrated = await act(async () => hydrateRoot(root, <RouterProvider router={router} />));
  expect(hows).toEqual([{ hydrate: true }]);
  expect(root.querySelector('b')).toBe(bold);
  await act(async () => hydrated.unmount());
});
