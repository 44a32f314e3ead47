/** What the proxy answers by itself. No page of a site is there: `@` cannot stand in a declared path. */
export const ownPaths = {
  /** The ledger service, which answers pages of its own site alone. */
  ledger: '/@dev/ledger',
  /** Where the page tells who is signed in. */
  sync: '/@dev/sync',
  bannerStyle: '/@dev/banner.css',
  /** By which the development server tells pages of changes. */
  socket: '/@dev/changes',
} as const;
