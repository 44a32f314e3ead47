import type { createBrowserRouter, RouteObject } from '@tallystick/shared/router';
import type { AppBuild } from '../federation/running.ts';
import { usedRoutes } from '../routing/used-routes.ts';

export type SiteRouter = ReturnType<typeof createBrowserRouter>;

/** What happens at the router. */
export interface RouterEvents {
  /** A navigation begins; only while it is watched. It takes the routes that are set by then. */
  navigation(to: 'page' | 'place'): void;
  /** No page is being loaded; whose page stands there, by the routes of which revision. */
  settled(at: AppBuild | null, revision: number): void;
}

/** How the open tab changes the routes of a site that is in use. */
export interface RouterDoor {
  /** From the next navigation on the site has these routes. */
  setRoutes(routes: RouteObject[]): void;
  /** Makes the page anew where it stands, or where the navigation under way leads. */
  renew(): void;
  watchNavigation(on: boolean): void;
}

const watcher = 'open-tab';

/**
 * The router has no public way to replace routes, only the one that it made for its own hot reload:
 * routes set by it are matched by the next navigation and become the site's when that is complete,
 * until which the page keeps the old ones. It is exactly what a swap needs; its tests hold it.
 */
export function openRouterDoor(router: SiteRouter, on: RouterEvents): RouterDoor {
  const look = () => {
    const { initialized, navigation, revalidation, matches } = router.state;
    if (!initialized || navigation.state !== 'idle' || revalidation !== 'idle') return;
    const { at, revision } = usedRoutes(matches);
    on.settled(at, revision);
  };
  router.subscribe(look);
  // Not within the caller, which may not be ready.
  queueMicrotask(look);

  return {
    setRoutes: (routes) => router._internalSetRoutes(routes),
    renew: () => void router.revalidate(),
    watchNavigation(watch) {
      if (!watch) return router.deleteBlocker(watcher);
      router.getBlocker(watcher, ({ currentLocation, nextLocation }) => {
        on.navigation(currentLocation.pathname === nextLocation.pathname ? 'place' : 'page');
        return false;
      });
    },
  };
}
