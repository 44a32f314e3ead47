import { expect, it } from 'vitest';
import { documentTitle } from './use-document-head.ts';

it('titles a page with its name, the product and the tagline', () => {
  expect(documentTitle('Assets', 'Tallystick')).toBe(
    'Assets • Tallystick • Privacy First Data Ownership and Monetization Platform',
  );
});
