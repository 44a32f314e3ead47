import { RouteStateContext } from '@tallystick/shared/router';
import type { ReactNode } from 'react';
import { type RouteObject, useRoutes } from 'react-router-dom';
import type { LoadedRoute } from './branch.ts';
import type { LoadedPage } from './load-page.ts';
import { PageBoundary } from './page-boundary.tsx';

/** The router's id of the route that stands for every address: its data is that of the innermost route. */
export const contentRoute = 'content';

interface PageRoutesProps {
  page: LoadedPage;
  routes: readonly LoadedRoute[];
}

/**
 * The routes of a page, each nested in the one before. The router matches them against the address once
 * more, so that parameters, outlets and relative links are its own.
 */
export function PageRoutes({ page, routes }: PageRoutesProps) {
  const nested = routes.reduceRight<RouteObject[]>((children, route, at) => {
    const element = <PageRoute page={page} route={route} />;
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
