import { RouteStateContext } from '@tallystick/shared/router';
import type { ReactNode } from 'react';
import { type RouteObject, useRoutes } from 'react-router-dom';
import type { LoadedRoute } from './branch.ts';
import type { LoadedPage } from './load-page.ts';
import { PageBoundary } from './page-boundary.tsx';
import { PageZone } from './page-zone.tsx';
import type { Site } from './site.ts';

/** The router's id of the route that stands for every address: its data is that of the innermost route. */
export const contentRoute = 'content';

const zones = ['media', 'footer'] as const;

interface PageRoutesProps {
  site: Site;
  page: LoadedPage;
  routes: readonly LoadedRoute[];
}

/**
 * The routes of a page, each nested in the one before. The router matches them against the address once
 * more, so that parameters, outlets and relative links are its own.
 */
export function PageRoutes({ site, page, routes }: PageRoutesProps) {
  const inZones = zones.map((zone) => ({
    zone,
    owner: routes.findLast(({ module }) => module.zones?.[zone] !== undefined),
  }));
  const nested = routes.reduceRight<RouteObject[]>((children, route, at) => {
    const own = inZones.filter(({ owner }) => owner === route);
    const element = (
      <>
        <PageRoute page={page} route={route} />
        {own.map(({ zone }) => (
          <PageZone key={zone} site={site} page={page} route={route} zone={zone} />
        ))}
      </>
    );
    // By its id the innermost route has what an action answered.
    const id = at === routes.length - 1 ? contentRoute : `${contentRoute}-${at}`;
    return [
      route.path === ''
        ? { id, index: true, element }
        : { id, path: route.path, element, children },
    ];
  }, []);
  return useRoutes(nested);
}

function PageRoute({ page, route }: { page: LoadedPage; route: LoadedRoute }) {
  const { Component, ErrorBoundary } = route.module;
  const content =
    'error' in route ? (
      <Thrown error={route.error} />
    ) : (
      <RouteStateContext value={route}>
        <Component />
      </RouteStateContext>
    );
  if (ErrorBoundary === undefined) return content;
  const broken = (error: unknown): ReactNode => (
    <RouteStateContext value={{ error }}>
      <ErrorBoundary />
    </RouteStateContext>
  );
  return (
    <PageBoundary page={page} broken={broken}>
      {content}
    </PageBoundary>
  );
}

/** What a loader threw is for the nearest boundary, as what a component throws. */
function Thrown({ error }: { error: unknown }): ReactNode {
  throw error;
}
