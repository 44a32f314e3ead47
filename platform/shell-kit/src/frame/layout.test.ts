import { describe, expect, it } from 'vitest';
import { pageLayout } from './layout.ts';

const base = '/artifacts/mfe-note/1.0.0-aaaaaaaaaaaa/';

describe('a page layout', () => {
  it('has a header, no banner, and medium zones unless told otherwise', () => {
    expect(pageLayout(undefined, base)).toEqual({
      header: { size: 'medium', visible: true },
      media: null,
      mediaSize: 'medium',
      main: { size: 'medium' },
      footer: { size: 'medium' },
    });
  });

  it('takes what a route says', () => {
    const given = {
      header: { size: 'fluid', visible: false },
      media: { size: 'xtra', data: { title: 'On the record', text: 'All of it' } },
      main: { size: 'mini' },
      footer: { size: 'wide' },
    } as const;
    expect(pageLayout(given, base)).toEqual({
      header: { size: 'fluid', visible: false },
      media: { size: 'xtra', link: null, title: 'On the record', text: 'All of it' },
      mediaSize: 'xtra',
      main: { size: 'mini' },
      footer: { size: 'wide' },
    });
  });

  it.each([
    ['wood.svg', `${base}wood.svg`],
    ['/artifacts/shell/1/wood.svg', '/artifacts/shell/1/wood.svg'],
    ['https://images.test/wood.svg', 'https://images.test/wood.svg'],
  ])('finds the image %s of a banner at %s', (link, found) => {
    expect(pageLayout({ media: { link } }, base).media?.link).toBe(found);
  });

  it('has no banner without words or an image', () => {
    expect(pageLayout({ media: { size: 'wide' } }, base).media).toBeNull();
  });
});
