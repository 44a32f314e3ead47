// All remotes import it as `@tallystick/shared/contracts/route-module`.
export type { Mountable, Mounted, PageProps } from '@tallystick/contract/mountable';
export type {
  MountedRoute,
  RouteModule,
  RouteModules,
  RouteZones,
} from '@tallystick/contract/route-module';
