import { RouteStateContext } from '@tallystick/shared/router';
import type { ReactNode } from 'react';
import { type RouteObject, useRoutes } from 'react-router-dom';
import type { LoadedRoute, RoutesProps } from './branch.ts';
import { PageBoundary } from './page-boundary.tsx';
import { PageZone } from './page-zone.tsx';

/** The router's id of the route that stands for every address: its data is that of the innermost route. */
export const contentRoute = 'content';

const zones = ['media', 'footer'] as const;

/**
 * The routes of a page, each nested in the one before. The router matches them against the address once
 * more, so that parameters, outlets and relative links are its own.
 *
 * This file and what it imports run in an earlier React too, which knows neither `use` nor a context as an element.
 */
export function PageRoutes({ page, routes, zoneFailed }: RoutesProps) {
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
          <PageZone key={zone} {...{ page, route, zone, zoneFailed }} />
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

function PageRoute({ page, route }: { page: unknown; route: LoadedRoute }) {
  const { Component, ErrorBoundary } = route.module;
  const content =
    'error' in route ? (
      <Thrown error={route.error} />
    ) : (
      <RouteStateContext.Provider value={route}>
        <Component />
      </RouteStateContext.Provider>
    );
  if (ErrorBoundary === undefined) return content;
  const broken = (error: unknown): ReactNode => (
    <RouteStateContext.Provider value={{ error }}>
      <ErrorBoundary />
    </RouteStateContext.Provider>
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
