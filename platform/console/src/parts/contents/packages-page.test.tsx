// @vitest-environment jsdom
import type { Route } from '@tallystick/registry/contract/route';
import type { FoundBuild } from '@tallystick/registry/parts/contents/contract/contents';
import { contentsRoutes } from '@tallystick/registry/parts/contents/contract/routes';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { adminWith, answering } from '../../admin/admin.testing.ts';
import { AdminContext } from '../../admin/use-admin.ts';
import { PackagesPage } from './packages-page.tsx';

afterEach(cleanup);

const published = { publishedAt: '2026-11-23T12:00:00.000Z', publishedBy: 'ana' };
const builds: FoundBuild[] = [
  {
    ...{ app: 'mfe-notes', build: '1.2.0-0123456789ab', found: 'inside', versions: ['4.17.20'] },
    standing: [
      { channel: 'production', as: 'live' },
      { channel: 'staging', as: 'earlier' },
    ],
    ...published,
    provenance: { said: { commit: '4be1d0c'.padEnd(40, '0') } },
    owner: { team: 'Notes', links: [{ text: 'chat', href: 'https://chat.example/notes' }] },
  },
  {
    ...{ app: 'mfe-cards', build: '1.0.0-ba9876543210', found: 'unknown', versions: [] },
    standing: [{ channel: 'production', as: 'ramping' }],
    ...published,
  },
];

function show(found: readonly FoundBuild[], address = '/packages') {
  const asked: object[] = [];
  const answer = { name: 'lodash', range: null, builds: found };
  const answers = new Map<Route, unknown>([[contentsRoutes.contains, answer]]);
  render(
    <MemoryRouter initialEntries={[address]}>
      <AdminContext value={adminWith(answering(answers, (_route, given) => asked.push(given)))}>
        <PackagesPage />
      </AdminContext>
    </MemoryRouter>,
  );
  return asked;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const look = () => fireEvent.submit(screen.getByRole('form'));

it('asks for what was typed, and says where it is and who is to build anew', async () => {
  const asked = show(builds);
  expect(asked).toEqual([]);
  type('Package', ' lodash ');
  type('Versions', '<4.17.21');
  look();
  expect(
    await screen.findByText(
      'lodash <4.17.21 is in 1 build that browsers get. Of 1 build of these nobody knows what is inside.',
    ),
  ).toBeDefined();
  expect(asked).toEqual([{ query: { name: 'lodash', range: '<4.17.21' } }]);
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toMatch(/^mfe-notes4be1d0c/);
  expect(first?.textContent).toContain('inside 4.17.20');
  expect(first?.textContent).toContain('live in production, was live in staging');
  expect(first?.textContent).toContain('To be built anew by Notes');
  expect(screen.getByRole('link', { name: 'chat' })).toBeDefined();
  expect(second?.textContent).toContain('unknown');
  expect(second?.textContent).toContain('ramping in production');
});

it('asks for what the address says', async () => {
  const asked = show([], '/packages?package=%40acme%2Fdates');
  expect(await screen.findByText('@acme/dates is in no build that browsers get.')).toBeDefined();
  expect(asked).toEqual([{ query: { name: '@acme/dates', range: undefined } }]);
});

it('never says no where nobody knows', async () => {
  show(builds.slice(1), '/packages?package=lodash');
  expect(
    await screen.findByText(
      'No build that browsers get is known to have lodash. Of 1 build of these nobody knows what is inside.',
    ),
  ).toBeDefined();
});

it('says what is no package and no range, and asks nothing', async () => {
  const asked = show([]);
  type('Package', 'a package');
  type('Versions', 'newest of all');
  look();
  expect(await screen.findByText('That is not the name of a package.')).toBeDefined();
  expect(screen.getByText('That is not a range of versions.')).toBeDefined();
  expect(asked).toEqual([]);
});
