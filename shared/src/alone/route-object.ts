import type { RouteModule } from '@tallystick/contract/route-module';
import type { RouteObject } from '@tallystick/shared/router';

/** A remote's route as the router takes it, where a page is shown without the site around it. */
export function routeObject(path: string, module: RouteModule): RouteObject {
  const { children = {}, zones: _zones, ...route } = module;
  const nested = Object.entries(children).map(([at, child]) => routeObject(at, child));
  return path === '' ? { ...route, index: true } : { ...route, path, children: nested };
}
