// Remotes of a site that stands on this kit alone import it by this name.
export type { Mountable, Mounted, PageProps } from '@tallystick/contract/mountable';
export type {
  MountedRoute,
  RouteModule,
  RouteModules,
  RouteZones,
} from '@tallystick/contract/route-module';
