import { describe, expect, it } from 'vitest';
import { pageLayout } from './layout.ts';

describe('a page layout', () => {
  it('has a header, no banner, and medium zones unless told otherwise', () => {
    expect(pageLayout(undefined)).toEqual({
      header: { size: 'medium', visible: true },
      media: null,
      main: { size: 'medium' },
      footer: { size: 'medium' },
    });
  });

  it('takes what a route says', () => {
    const layout = pageLayout({
      header: { visible: false },
      media: { size: 'xtra', data: { title: 'On the record' } },
      main: { size: 'mini' },
    });
    expect(layout.header).toEqual({ size: 'medium', visible: false });
    expect(layout.media).toEqual({ size: 'xtra', link: null, title: 'On the record', text: null });
    expect(layout.main.size).toBe('mini');
  });
});
