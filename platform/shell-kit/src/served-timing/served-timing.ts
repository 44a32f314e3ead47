/** What the server that served this page said of it in `server-timing`, by this name; undefined: nothing. */
export function servedTiming(name: string): string | undefined {
  const [page] = performance.getEntriesByType('navigation');
  // Where pages are rendered for others there is neither such an entry nor its class.
  if (!page || !(page instanceof PerformanceNavigationTiming)) return undefined;
  return page.serverTiming?.find((entry) => entry.name === name)?.description;
}
