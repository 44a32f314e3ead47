import type { LoadedPage } from './page.ts';

/** How many entries of the history have their page kept. */
const maxKept = 10;

/** Pages that somebody has left in this tab, to be there at once when they come back. */
export type PagesLeft = ReturnType<typeof createPagesLeft>;

/** The browser's present entry of the history; undefined where it does not say. */
function presentEntry(): string | undefined {
  return 'navigation' in window ? window.navigation.currentEntry?.id : undefined;
}

/** @param present names the browser's present entry */
export function createPagesLeft(present = presentEntry) {
  const pages = new Map<string, { page: LoadedPage; address: string }>();
  let showing: string | undefined;
  return {
    /** A page is on the screen now, at the browser's present entry of the history. */
    shown(page: LoadedPage) {
      showing = present();
      if (showing === undefined) return;
      pages.delete(showing);
      if (page.content.type !== 'failed')
        pages.set(showing, { page, address: addressOf(location) });
      const [oldest] = pages.keys();
      if (oldest !== undefined && pages.size > maxKept) pages.delete(oldest);
    },
    /**
     * The page of the entry that the browser has gone back or forward to. Null: it is not known, or
     * the browser is at the entry whose page is shown. That is so when a link is followed or a page
     * is asked for anew.
     *
     * @param url that is to be loaded, which may be another than the browser's, as a fetcher's
     */
    found(url: URL): LoadedPage | null {
      const entry = present();
      const left = entry === undefined || entry === showing ? undefined : pages.get(entry);
      return left?.address === addressOf(url) ? left.page : null;
    },
    /** Drops all: what was submitted may have changed them. */
    clear: () => pages.clear(),
  };
}

function addressOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return pathname + search;
}
