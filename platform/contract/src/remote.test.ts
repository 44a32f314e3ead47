import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { layoutSchema, menuEntrySchema, tiers, userKinds, widths } from './remote.ts';

const entry = {
  name: 'assets',
  text: 'Assets',
  icon: 'verified',
  link: 'assets',
  user: ['user', 'team'],
  subs: ['lite'],
  actv: true,
  order: 20,
};

describe('a menu entry', () => {
  it('has a name, text, icon, link, its user kinds and tiers, and whether it is active', () => {
    expect(v.parse(menuEntrySchema, entry)).toEqual(entry);
    for (const field of ['name', 'text', 'icon', 'link', 'order']) {
      expect(v.is(menuEntrySchema, { ...entry, [field]: undefined }), field).toBe(false);
    }
  });

  it('is shown, and to everybody, where it says nothing else', () => {
    const { user: _user, subs: _subs, actv: _actv, ...short } = entry;
    expect(v.parse(menuEntrySchema, short)).toEqual(entry);
  });

  it('is for users and teams, on lite', () => {
    expect([userKinds, tiers]).toEqual([['user', 'team'], ['lite']]);
    expect(v.is(menuEntrySchema, { ...entry, user: ['robot'] })).toBe(false);
    expect(v.is(menuEntrySchema, { ...entry, subs: ['gold'] })).toBe(false);
  });
});

describe('a layout', () => {
  it('has a width for each zone, an image and words for media, and a visible flag for the header', () => {
    const layout = {
      header: { size: 'fluid', visible: false },
      media: { size: 'wide', link: 'notches.svg', data: { title: 'Words', text: 'More' } },
      main: { size: 'mini' },
      footer: { size: 'small' },
    };
    expect(v.parse(layoutSchema, layout)).toEqual(layout);
    expect(widths).toEqual(['xtra', 'fluid', 'wide', 'medium', 'small', 'mini']);
    expect(v.is(layoutSchema, { main: { size: 'huge' } })).toBe(false);
  });
});
