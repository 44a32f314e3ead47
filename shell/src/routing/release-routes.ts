import type { RemoteBuild } from '@tallystick/shared/contracts/release';
import type { DeclaredRoute } from '@tallystick/shared/contracts/remote';
import type { RouteObject } from '@tallystick/shared/router';
import { menuEntries } from '../menu/shell-entries.ts';
import type { ReleaseVersions } from '../versions/versions.tsx';
import { siteRoutes } from './routes.tsx';
import type { SiteParts } from './site-parts.ts';

/** The build of a remote that the site has, be it the released one or the one to fall back to. */
export interface RemoteInUse extends RemoteBuild {
  /** Pages that the released build declares and this one has not: a notice stands there. */
  lacks?: readonly DeclaredRoute[];
}

/** A release, with the builds of its remotes that the site has. */
export interface ReleaseInUse extends ReleaseVersions {
  remotes: readonly RemoteInUse[];
}

/** The routes of a release, and the menu that leads to them. */
export function releaseRoutes(site: SiteParts, release: ReleaseInUse): RouteObject[] {
  return siteRoutes(site, release, menuEntries(release.remotes));
}
