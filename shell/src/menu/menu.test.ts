import type { MenuEntry } from '@tallystick/contract/remote';
import { describe, expect, it } from 'vitest';
import { entryPath, liesUnder, menuEntries } from './menu.ts';

const entry = (text: string, given: Partial<MenuEntry> = {}): MenuEntry => ({
  name: text,
  text,
  icon: text,
  link: text,
  user: ['user', 'team'],
  subs: ['lite'],
  actv: true,
  order: 1,
  ...given,
});

describe('the menu', () => {
  it('shows active entries of all apps in their order', () => {
    const apps = [entry('transfers', { order: 30 }), entry('home', { order: 10 })];
    const shown = menuEntries(apps.map((one) => ({ declaration: { menu: [one] } })));
    expect(shown.map(({ text }) => text)).toEqual(['home', 'transfers', 'API', 'Contact Us']);
  });

  it('leaves out what is for another kind of user', () => {
    const menu = [entry('teams', { user: ['team'] })];
    expect(menuEntries([{ declaration: { menu } }])).toEqual(menuEntries([]));
  });

  it('links home to / and others to /{link}', () => {
    expect(entryPath(entry('home', { link: '/' }))).toBe('/');
    expect(entryPath(entry('assets'))).toBe('/assets');
  });

  it.each([
    ['/', '/', true],
    ['/', '/assets', false],
    ['assets', '/assets', true],
    ['assets', '/assets/older', true],
    ['assets', '/', false],
    ['api', '/apis', false],
    ['assets', '/Assets', true],
  ])('entry %s at %s is current: %s', (link, path, current) => {
    expect(liesUnder(entryPath(entry('it', { link })), path)).toBe(current);
  });
});
