import type { AppBuild } from '../federation/running.ts';
import type { ReleaseInUse } from './release-in-use.ts';

/** What is on the screen once no page is being loaded. */
export interface Settled {
  /** The build whose page stands there; null: the shell's own. */
  part: AppBuild | null;
  /** Of the release that the page was taken from. */
  revision: number;
  /** It could not be loaded. */
  failed: boolean;
}

/** Who follows what the router does. */
export interface RouterEvents {
  /** A navigation begins, to another page or within this one. It takes the release in use by then. */
  navigation(to: 'page' | 'place'): void;
  settled(settled: Settled): void;
  /** The page failed and another build takes its place, or somebody wants to see it once more. */
  again(): void;
}

/** Between the router, which loads pages, and whoever says from which release. */
export interface RouterBridge {
  /** The release from which the next page is taken. */
  release(): ReleaseInUse;
  use(release: ReleaseInUse): void;
  /** Loads the page anew where it stands, or where the navigation under way leads. */
  renew(): void;
  /** Somebody, or the ladder, wants the page once more: `renew`, unless a listener decides. */
  again(): void;
  /** How often somebody tried a page again: what failed is forgotten then. */
  attempt(): number;
  tryAgain(): void;
  /** What is on the screen; null: nothing yet. */
  settled(): Settled | null;
  /** From now on a listener hears what happens; at once what is on the screen. */
  listen(events: RouterEvents): void;
  /** For the routes: told by the router. */
  readonly router: {
    /** A page is about to be loaded, because of a navigation or anew. */
    begins(from: URL, to: URL): void;
    settles(settled: Settled): void;
    /** How to have the router load the page anew; returns how to take that back. */
    connect(revalidate: () => void): () => void;
  };
}

/** @param first the release that is in use until another one is */
export function createRouterBridge(first: () => ReleaseInUse): RouterBridge {
  let release = first;
  let attempts = 0;
  let settled: Settled | null = null;
  let events: RouterEvents | null = null;
  let revalidate: (() => void) | null = null;
  /** Asked for before there was a router. */
  let isLate = false;
  /** The page that is loaded next is the same one made anew: no navigation of somebody's. */
  let isRenewal = false;

  const renew = () => {
    isLate = revalidate === null;
    isRenewal = true;
    revalidate?.();
    isRenewal = false;
  };
  const again = () => (events === null ? renew() : events.again());

  return {
    release: () => release(),
    use(next) {
      release = () => next;
    },
    renew,
    again,
    attempt: () => attempts,
    tryAgain() {
      attempts += 1;
      again();
    },
    settled: () => settled,
    listen(listener) {
      events = listener;
      // Not within the caller, which may not be ready.
      queueMicrotask(() => {
        if (settled !== null) listener.settled(settled);
      });
    },
    router: {
      begins(from, to) {
        if (isRenewal) return;
        events?.navigation(from.pathname === to.pathname ? 'place' : 'page');
      },
      settles(next) {
        settled = next;
        events?.settled(next);
      },
      connect(next) {
        revalidate = next;
        if (isLate) renew();
        return () => {
          if (revalidate === next) revalidate = null;
        };
      },
    },
  };
}
