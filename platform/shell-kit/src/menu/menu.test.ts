import type { MenuEntry } from '@tallystick/contract/remote';
import { describe, expect, it } from 'vitest';
import { entryPath, liesUnder, menuEntries } from './menu.ts';

const entry = (text: string, given: Partial<MenuEntry> = {}): MenuEntry => ({
  name: text,
  text,
  icon: text,
  link: text,
  user: ['user'],
  subs: ['lite'],
  actv: true,
  order: 1,
  ...given,
});

describe('the menu', () => {
  it('has the active entries of the shell and all remotes that are for the visitor, in their order', () => {
    const remotes = [
      { declaration: { menu: [entry('notes', { order: 30 }), entry('off', { actv: false })] } },
      { declaration: { menu: [entry('home', { order: 10 }), entry('teams', { user: ['team'] })] } },
    ];
    const shown = menuEntries(remotes, {
      own: [entry('help', { order: 20 })],
      isFor: ({ user }) => user.includes('user'),
    });
    expect(shown.map(({ text }) => text)).toEqual(['home', 'help', 'notes']);
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
