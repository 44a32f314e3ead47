/** A file that a page asked for over the network. */
export interface Asked {
  url: string;
  /** Address of what asked for it: the page, or a script of it. */
  by: string;
}

/**
 * Network levels of a page. The page itself is the first, what it names is the second; what a file
 * of level n asks for is level n + 1. Each level costs the visitor one way to the server and back.
 */
export function networkLevels(page: string, asked: readonly Asked[]): number {
  const levels = new Map([[page, 1]]);
  for (const { url, by } of asked) {
    if (!levels.has(url)) levels.set(url, (levels.get(by) ?? 1) + 1);
  }
  return Math.max(...levels.values());
}
