/**
 * A copy of what a remote exposes, with each component replaced by what `placed` makes of it.
 * Components are those of routes, of their children and zones, and of a widget.
 */
export function placedExports(module: unknown, placed: (type: unknown) => unknown): unknown {
  if (!isRecord(module)) return module;
  const { build: _ofAnEarlierPage, ...exports } = module;
  return mapped(exports, {
    routes: (routes) => placedRoutes(routes, placed),
    Widget: placed,
  });
}

function placedRoutes(routes: unknown, placed: (type: unknown) => unknown): unknown {
  if (!isRecord(routes)) return routes;
  const route = (one: unknown) =>
    mapped(one, {
      Component: placed,
      ErrorBoundary: placed,
      zones: (zones) => mapped(zones, { media: placed, footer: placed }),
      children: (children) => placedRoutes(children, placed),
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
