/** What the proxy answers by itself. No page of a site is there: `@` cannot stand in a declared path. */
export const ownPaths = {
  /** Below it the services that answer pages of their own site alone, by number. */
  services: '/@dev/services/',
  bannerStyle: '/@dev/banner.css',
  /** Where pages connect to hear about changes from the development server. */
  socket: '/@dev/changes',
} as const;
