import type { MenuEntry } from '@tallystick/contract/remote';
import { expect, it } from 'vitest';
import { ledgerMenu } from './menu.ts';

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

it('shows active entries of all apps in their order', () => {
  const apps = [entry('transfers', { order: 30 }), entry('home', { order: 10 })];
  const shown = ledgerMenu(apps.map((one) => ({ declaration: { menu: [one] } })));
  expect(shown.map(({ text }) => text)).toEqual(['home', 'transfers', 'API', 'Contact Us']);
});

it('leaves out what is for another kind of user', () => {
  const menu = [entry('teams', { user: ['team'] })];
  expect(ledgerMenu([{ declaration: { menu } }])).toEqual(ledgerMenu([]));
});
