// All remotes import it as `@tallystick/shared/contracts/route-module`.
export type { RouteModule, RouteModules, RouteZones } from '@tallystick/contract/route-module';
