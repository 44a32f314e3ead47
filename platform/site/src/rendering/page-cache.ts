import { LRUCache } from 'lru-cache';
import type { RenderedPage } from '../page/page.ts';

export interface KeptPage {
  readonly page: RenderedPage;
  /** When the calls last had the same answers. */
  asOf: number;
}

export type PageCache = ReturnType<typeof openPageCache>;

/**
 * A cache (LRU) of rendered pages. A client that has more than `maxOfClient` loses its own oldest page.
 *
 * @param maxBytes of the pages, with what calls were answered for them
 */
export function openPageCache(maxBytes: number, maxOfClient: number) {
  const owners = new Map<string, Set<string>>();
  const cache = new LRUCache<string, KeptPage & { client: string }>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }) => 2 * page.html.length + JSON.stringify(page.answers).length,
    dispose({ client }, key) {
      const owned = owners.get(client);
      owned?.delete(key);
      if (owned?.size === 0) owners.delete(client);
    },
  });
  return {
    get: (key: string): KeptPage | undefined => cache.get(key),
    /** @param client for whom it was rendered */
    set(key: string, kept: KeptPage, client: string): void {
      cache.set(key, { ...kept, client });
      const owned = owners.get(client) ?? new Set();
      owners.set(client, owned.add(key));
      const [oldest] = owned;
      if (owned.size > maxOfClient && oldest !== undefined) cache.delete(oldest);
    },
  };
}
