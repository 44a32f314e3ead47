import type { SettingValues } from '@tallystick/contract/setting-values';
import { type ComponentType, createContext, type ReactNode, Suspense, useContext } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { type DataRouter, RouterProvider } from 'react-router-dom';
import { type HostedWidget, WidgetHost } from '../composition/composition.tsx';
import type { RoutesProps } from '../federation/remote-module.ts';
import type { mountedRoutes } from '../mounted/mounted.tsx';
import { PartContext, type PartOfPage } from '../router/blockers.ts';
import { useLoadedPage } from '../routing/page.ts';
import { Failed, PageBoundary } from '../routing/page-boundary.tsx';
import { PageRoutes } from '../routing/page-routes.tsx';
import { type Zones, ZonesContext } from '../routing/page-zone.tsx';
import { SettingsContext } from '../settings/settings.ts';
import { HostedRemote } from './hosted-remote.tsx';
import { routerInRoot } from './router-in-root.ts';
import type { WidgetPlaces } from './widget-places.ts';

interface EarlierRootParts {
  /** The page's. */
  router: DataRouter;
  /** Key of the page that is shown. */
  page: string;
  /** Where the page's React shows widgets that are asked for in this root. */
  places: WidgetPlaces;
  /** What the page's React says of whose part it is. */
  part: PartOfPage | null;
  /** Called with what is thrown in this root: boundaries of another one do not see it. */
  failed: (error: unknown) => void;
}

/** What the page's React has around it. */
interface OfPage {
  zones: Zones;
  values: SettingValues | undefined;
}

const ShownContext = createContext<ReactNode>(null);

export type EarlierRoot = ReturnType<typeof createEarlierRoot>;

/** What shows pages and widgets of the earlier React, bundled with it. */
export interface Showing {
  readonly createEarlierRoot: typeof createEarlierRoot;
  readonly EarlierPage: typeof EarlierPage;
  readonly mountedRoutes: typeof mountedRoutes;
}

/** A root of the earlier React in an element of the page. */
export function createEarlierRoot(
  element: HTMLElement,
  { router, page, places, part, failed }: EarlierRootParts,
) {
  const content = (
    <PageBoundary page={null} broken={(error) => <Failed error={error} failed={failed} />}>
      <Suspense fallback={null}>
        <Shown page={page} />
      </Suspense>
    </PageBoundary>
  );
  const routerHere = routerInRoot(router, page, content);
  const Hosted = (widget: HostedWidget) => <HostedRemote places={places} widget={widget} />;
  const root = createRoot(element, { identifierPrefix: 'earlier-' });
  return {
    /** Draws it, before this returns. */
    show<Props extends object>(
      Component: ComponentType<Props>,
      props: Props,
      { zones, values }: OfPage,
    ) {
      const tree = (
        <ShownContext.Provider value={<Component {...props} />}>
          <ZonesContext.Provider value={zones}>
            <WidgetHost.Provider value={Hosted}>
              <PartContext.Provider value={part}>
                <SettingsContext.Provider value={values}>
                  <RouterProvider router={routerHere} />
                </SettingsContext.Provider>
              </PartContext.Provider>
            </WidgetHost.Provider>
          </ZonesContext.Provider>
        </ShownContext.Provider>
      );
      flushSync(() => root.render(tree));
    },
    unmount: () => root.unmount(),
  };
}

/** Nothing where the router is at another page already: the page's root will end this one in a moment. */
function Shown({ page }: { page: string }) {
  const loaded = useLoadedPage();
  const shown = useContext(ShownContext);
  return loaded?.key === page ? shown : null;
}

/** The page at this address. Asked of the router: page and address change in one step, as everywhere. */
export function EarlierPage({ zoneFailed }: Pick<RoutesProps, 'zoneFailed'>) {
  const page = useLoadedPage();
  return page?.content.type === 'remote' ? (
    <PageRoutes page={page} routes={page.content.routes} zoneFailed={zoneFailed} />
  ) : null;
}
