/** What the platform serves files of its own below, whatever a site is. */
export const platformPaths: readonly string[] = [
  '/artifacts/',
  '/keeper/',
  '/releases/',
  '/sitemap/',
];
