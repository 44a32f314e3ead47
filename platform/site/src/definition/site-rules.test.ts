import { expect, it } from 'vitest';
import { siteRules } from './site-rules.ts';

const names = { product: 'Bakery', tagline: 'Bread', description: 'All breads.' };

it('keeps for a site the first segments of its pages and of its files', () => {
  const shellPages = [
    { path: '/', page: 'Home' },
    { path: '/Contact', page: 'Contact Us' },
    { path: '/about/us', page: 'About' },
  ];
  expect(siteRules({ names, shellPages, ownPaths: ['/feeds/'] })).toEqual({
    subjects: {},
    ownSegments: ['contact', 'about', 'feeds'],
    openings: ['policies:dompurify'],
  });
  expect(siteRules({ names })).toEqual({
    ...{ subjects: {}, ownSegments: [] },
    openings: ['policies:dompurify'],
  });
  const { openings } = siteRules({ names, openings: { cleanedMarkup: true, wasm: true } });
  expect(openings).toEqual(['cleanedMarkup', 'wasm']);
});
