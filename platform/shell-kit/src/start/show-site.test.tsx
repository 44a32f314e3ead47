// @vitest-environment jsdom

import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { inlineConfiguration } from '../configuration/inline-configuration.testing.ts';
import { noteRelease } from '../routing/note-release.testing.ts';
import { noteRevision, testSite } from '../routing/site.testing.tsx';
import { siteRoutes } from '../routing/site-routes.tsx';
import { showSite } from './show-site.tsx';

const build = '1.0.0-aaaaaaaaaaaa';

function Notes() {
  const [words, setWords] = useState('');
  return (
    <>
      <input name="q" aria-label="Other" />
      <input name="q" value={words} onChange={({ target }) => setWords(target.value)} />
      <p>{`Searched: ${words}`}</p>
    </>
  );
}

it.each([
  ['brought, with the focus, into the page that the same build draws anew', build, 'ada'],
  ['no other build’s', '1.0.0-bbbbbbbbbbbb', ''],
])('what was typed into a rendered page is %s', async (_whose, rendered, expected) => {
  inlineConfiguration();
  const root = document.body.appendChild(document.createElement('div'));
  root.dataset.rendered = `mfe-note@${rendered}`;
  root.innerHTML = '<input name="q" aria-label="Other"><input name="q"><input name="gone">';
  const [, field, gone] = root.querySelectorAll('input');
  if (field === undefined || gone === undefined) throw new Error('no fields');
  field.focus();
  field.value = 'ada';
  gone.value = 'lost';
  const note = noteRelease(build, [{ path: '/notes', page: 'Notes' }]);
  const site = testSite(noteRevision(1, [note]), {
    [build]: { '/notes': { Component: Notes } },
  });
  const { promise: loaded, resolve } = Promise.withResolvers<void>();
  const router = createMemoryRouter(siteRoutes(site, resolve), { initialEntries: ['/notes'] });
  await act(() =>
    showSite(
      root,
      router,
      loaded,
      () => false,
      () => {},
    ),
  );
  const main = screen.getByRole('main');
  expect(main.textContent).toBe(`Searched: ${expected}`);
  const [other, own] = main.querySelectorAll('input');
  expect([other?.value, own?.value]).toEqual(['', expected]);
  expect(document.activeElement === own).toBe(expected !== '');
  root.remove();
  router.dispose();
});
