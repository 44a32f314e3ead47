import { defineSite } from '@tallystick/platform/define-site';

/** All that the platform knows of this site. */
export default defineSite({
  names: {
    product: 'Site Name',
    tagline: 'Bread, every day',
    description: 'What is baked here, and when it is warm.',
  },
  // What a page can be about: the routes in remote.json say it.
  subjects: { breads: 'all', bread: 'one' },
  // What its pages may do beyond the strict policy: docs/isolation.md of the platform says what each lets in.
  openings: {},
});
