import { RouteStateContext } from '@tallystick/shared/router';
import { use, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type ZoneSlots, ZoneSlotsContext } from '../layout/zone-slots.ts';
import { pageFailed } from '../release/page-failed.ts';
import type { LoadedRoute } from './branch.ts';
import type { LoadedPage } from './load-page.ts';
import { PageBoundary } from './page-boundary.tsx';
import type { Site } from './site.ts';

interface PageZoneProps {
  site: Site;
  page: LoadedPage;
  route: LoadedRoute;
  zone: keyof ZoneSlots;
}

/**
 * What a route shows in another zone of the frame. Through a portal: so it has the route's data, parameters
 * and links. What it throws leaves that zone empty, and is a failure of the page's build.
 */
export function PageZone({ site, page, route, zone }: PageZoneProps) {
  const place = use(ZoneSlotsContext)[zone];
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  // The frame may come into the page together with this, and its footer after this.
  useLayoutEffect(() => setSlot(place.current));
  useEffect(() => setSlot(place.current));
  const Component = route.module.zones?.[zone];
  if (slot === null || Component === undefined || 'error' in route) return null;
  const content = (
    <PageBoundary page={page} broken={(error) => <BrokenZone {...{ site, page, error }} />}>
      <RouteStateContext value={route}>
        <Component />
      </RouteStateContext>
    </PageBoundary>
  );
  const landmark =
    zone === 'media' ? <section aria-label={page.title}>{content}</section> : content;
  return createPortal(landmark, slot);
}

function BrokenZone({
  site,
  page,
  error,
}: Pick<PageZoneProps, 'site' | 'page'> & { error: unknown }) {
  const { part } = page;
  useLayoutEffect(() => {
    if (part !== null) pageFailed(site, part, error);
  }, [site, part, error]);
  return null;
}
