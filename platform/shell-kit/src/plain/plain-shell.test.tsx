// @vitest-environment jsdom
import type { MenuEntry } from '@tallystick/contract/remote';
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSite } from '../routing/site.testing.tsx';
import { plainShell } from './plain-shell.tsx';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockReturnValue());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const notes: MenuEntry = {
  name: 'notes',
  text: 'Notes',
  icon: 'notes',
  link: 'notes',
  user: ['user'],
  subs: ['lite'],
  actv: true,
  order: 1,
};
const pages = {
  declared: [{ path: '/notes', page: 'Notes' }],
  routes: { '/notes': { Component: () => <p>All notes</p> } },
};

it('shows pages of remotes and its own, the menu, and what no page has', async () => {
  const shell = {
    ...plainShell,
    pages: [{ path: '/contact', title: 'Contact', element: <p>Write to us.</p> }],
  };
  const router = openSite({ ...pages, path: '/contact', entries: [notes], shell });
  expect(await screen.findByText('Write to us.')).toBeDefined();
  expect(document.title).toBe('Contact • Notes of all');
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  const link = menu.getByRole('link', { name: 'Notes' });
  expect(link.getAttribute('aria-current')).toBeNull();
  await act(async () => link.click());
  expect(await screen.findByText('All notes')).toBeDefined();
  expect(screen.getByRole('main', { name: 'Notes' })).toBe(document.activeElement);
  expect(link.getAttribute('aria-current')).toBe('page');
  await act(() => router.navigate('/nowhere'));
  await screen.findByRole('heading', { level: 1, name: 'Not Found' });
  expect(document.title).toBe('Not Found • Notes of all');
});

it('says where a page cannot be shown, and how to go on', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const Component = () => {
    throw new TypeError('oh');
  };
  openSite({ ...pages, path: '/notes', shell: plainShell, routes: { '/notes': { Component } } });
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByRole('heading').textContent).toBe('Unexpected Application Error');
  expect(alert.getByRole('button').textContent).toBe('Try again');
  expect(alert.getByRole('link').textContent).toBe('Go to the first page');
});
