// Remotes import it by this name, those in repositories of their own too.
export type { RouteModule, RouteModules, RouteZones } from '@tallystick/contract/route-module';
