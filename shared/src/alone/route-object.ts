import type { MountedRoute, RouteModule } from '@tallystick/contract/route-module';
import type { RouteObject } from '@tallystick/shared/router';
import { mountedRoute } from '@tallystick/shell-kit/mounted';

/** A remote's route as the router takes it, where a page is shown without the site around it. */
export function routeObject(path: string, module: RouteModule | MountedRoute): RouteObject {
  const { children = {}, zones: _zones, ...route } = mountedRoute(module);
  const nested = Object.entries(children).map(([at, child]) => routeObject(at, child));
  return path === '' ? { ...route, index: true } : { ...route, path, children: nested };
}
