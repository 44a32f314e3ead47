type Replaced = (one: unknown) => unknown;

/**
 * A copy of what a remote exposes, with each component replaced by what `placed` makes of it.
 * Components are those of routes, of their children and zones, and of a widget. What loads a route and takes what is
 * submitted to it is replaced by what `told` makes of it.
 */
export function placedExports(module: unknown, placed: Replaced, told: Replaced): unknown {
  if (!isRecord(module)) return module;
  const { build: _ofAnEarlierPage, ...exports } = module;
  return mapped(exports, {
    routes: (routes) => placedRoutes(routes, placed, told),
    Widget: placed,
  });
}

function placedRoutes(routes: unknown, placed: Replaced, told: Replaced): unknown {
  if (!isRecord(routes)) return routes;
  const route = (one: unknown) =>
    mapped(one, {
      Component: placed,
      ErrorBoundary: placed,
      loader: told,
      action: told,
      zones: (zones) => mapped(zones, { media: placed, footer: placed }),
      children: (children) => placedRoutes(children, placed, told),
    });
  return Object.fromEntries(Object.entries(routes).map(([path, one]) => [path, route(one)]));
}

function mapped(value: unknown, by: Readonly<Record<string, (one: unknown) => unknown>>): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, by[name]?.(one) ?? one]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
