// Remotes of a site that stands on this kit alone import it by this name.
export type { RouteModule, RouteModules, RouteZones } from '@tallystick/contract/route-module';
