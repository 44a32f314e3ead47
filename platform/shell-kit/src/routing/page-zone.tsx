import { createContext, useContext } from 'react';
import { createPortal } from 'react-dom';
import type { LoadedRoute, RoutesProps } from '../federation/remote-module.ts';
import { RouteStateContext } from '../router/route-state.ts';
import { Failed, PageBoundary } from './page-boundary.tsx';

interface PageZoneProps extends Pick<RoutesProps, 'page' | 'zoneFailed'> {
  route: LoadedRoute;
  zone: keyof Zones;
}

/**
 * What a route shows in another zone of the frame. Through a portal: so it has the route's data, parameters
 * and links. What it throws leaves that zone empty, and is a failure of the page's build.
 */
export function PageZone({ page, route, zone, zoneFailed }: PageZoneProps) {
  const place = useContext(ZonesContext)[zone];
  const Component = route.module.zones?.[zone];
  if (place === null || Component === undefined || 'error' in route) return null;
  const content = (
    <PageBoundary page={page} broken={(error) => <Failed error={error} failed={zoneFailed} />}>
      <RouteStateContext.Provider value={route}>
        <Component />
      </RouteStateContext.Provider>
    </PageBoundary>
  );
  // The styles of the page's app reach what carries its name.
  const mark = { 'data-part': page.part?.app };
  const element =
    zone === 'media' ? (
      <section aria-label={page.title} {...mark}>
        {content}
      </section>
    ) : (
      <div {...mark}>{content}</div>
    );
  return createPortal(element, place);
}

/** Where a page's own components go in zones other than main; null until the frame is there. */
export interface Zones {
  media: HTMLElement | null;
  footer: HTMLElement | null;
}

export const ZonesContext = createContext<Zones>({ media: null, footer: null });
