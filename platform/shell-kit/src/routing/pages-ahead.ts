import type { RemoteContent } from './page.ts';

/** Milliseconds for which data that was asked for ahead is new enough for a navigation. */
const keptMs = 5_000;
/** How many pages are kept. */
const maxKept = 4;

/** Pages of which data was asked for before anybody went there. */
export type PagesAhead = ReturnType<typeof createPagesAhead>;

interface Kept {
  page: Promise<RemoteContent | null>;
  at: number;
  end: AbortController;
}

export function createPagesAhead() {
  const pages = new Map<string, Kept>();
  const drop = (key: string, { end }: Kept) => {
    pages.delete(key);
    end.abort();
  };
  const dropOld = () => {
    for (const [key, one] of pages) if (performance.now() - one.at > keptMs) drop(key, one);
  };

  return {
    /** Loads a page unless it is kept already; resolves when that has come to an end, and never rejects. */
    async begin(
      key: string,
      load: (signal: AbortSignal) => Promise<RemoteContent | { redirect: Response }>,
    ): Promise<unknown> {
      dropOld();
      const known = pages.get(key);
      if (known !== undefined) return known.page;
      const [oldest] = pages;
      if (oldest !== undefined && pages.size === maxKept) drop(...oldest);
      const end = new AbortController();
      const page = load(end.signal).then(whole, () => null);
      pages.set(key, { page, at: performance.now(), end });
      return page;
    },
    /**
     * The page for the one navigation that asks first, be it still on its way; null: it is not kept. Resolves
     * to null if it failed, which counts for nothing: whoever goes there loads it.
     */
    take(key: string): Promise<RemoteContent | null> | null {
      dropOld();
      const one = pages.get(key);
      pages.delete(key);
      return one?.page ?? null;
    },
    /** Drops all: what was submitted may have changed them. */
    clear() {
      for (const [key, one] of pages) drop(key, one);
    },
  };
}

/** A redirect, and a page of which a part failed, are for the navigation itself. */
function whole(content: RemoteContent | { redirect: Response }): RemoteContent | null {
  if ('redirect' in content) return null;
  return content.routes.some((route) => 'error' in route) ? null : content;
}
