import { findRoute } from '@tallystick/contract/find-route';
import { patternOf } from '@tallystick/contract/path-pattern';
import { type ReactElement, type ReactNode, useContext } from 'react';
import { UNSAFE_RouteContext as RouteContext, useLocation } from 'react-router-dom';
import { joinPath, type LoadedRoute, type RoutesProps } from '../federation/remote-module.ts';
import { RouteStateContext } from '../router/route-state.ts';
import { PageBoundary } from './page-boundary.tsx';
import { PageZone } from './page-zone.tsx';

/** The router's id of the route that stands for every address: its data is that of the innermost route. */
export const contentRoute = 'content';

const zones = ['media', 'footer'] as const;

/**
 * The routes of a page, each nested in the one before, with the router's own context: parameters, outlets and relative
 * links. Not by `useRoutes`, for the router would read parameters, and the paths that relative links start from, in
 * its own way: `r%2F1` as `r/1`.
 *
 * This file and what it imports run in an earlier React too, which knows neither `use` nor a context as an element.
 */
export function PageRoutes({ page, routes, zoneFailed }: RoutesProps) {
  const parent = useContext(RouteContext);
  const { pathname } = useLocation();
  const paths = routes.map((_, at) =>
    routes.slice(0, at + 1).reduce((path, route) => joinPath(path, route.path), ''),
  );
  const found = findRoute([{ path: paths.at(-1) ?? '' }], pathname);
  if (found === null) return null;
  const inZones = zones.map((zone) => ({
    zone,
    owner: routes.findLast(({ module }) => module.zones?.[zone] !== undefined),
  }));
  const matches = routes.map(({ path }, at) => {
    // The innermost route has this id, by which it gets what an action answered.
    const id = at === routes.length - 1 ? contentRoute : `${contentRoute}-${at}`;
    const { segments, isOpen } = patternOf(paths[at] || '/');
    const base = found.path.split('/', segments.length + 1).join('/') || '/';
    return {
      route: path === '' ? { id, index: true } : { id, path },
      params: { ...parent.matches.at(-1)?.params, ...found.params },
      pathname: isOpen ? found.path : base,
      pathnameBase: base,
    };
  });
  return routes.reduceRight<ReactElement | null>((outlet, route, at) => {
    const own = inZones.filter(({ owner }) => owner === route);
    // No route of the router's own: it would look for what a link is relative to among its routes.
    const nested = {
      outlet,
      matches: [...parent.matches, ...matches.slice(0, at + 1)],
      isDataRoute: false,
    };
    return (
      <RouteContext.Provider value={nested}>
        <PageRoute page={page} route={route} />
        {own.map(({ zone }) => (
          <PageZone key={zone} {...{ page, route, zone, zoneFailed }} />
        ))}
      </RouteContext.Provider>
    );
  }, null);
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

/** Throws what a loader threw, so that the nearest boundary gets it as it gets what a component throws. */
function Thrown({ error }: { error: unknown }): ReactNode {
  throw error;
}
