import type {
  ReleaseDocument,
  RemoteBuild,
  RemoteRelease,
} from '@tallystick/shared/contracts/release';
import type { DeclaredRoute } from '@tallystick/shared/contracts/remote';
import type { RouteObject } from '@tallystick/shared/router';
import { menuEntries } from '../menu/shell-entries.ts';
import { siteRoutes } from './routes.tsx';
import type { SiteParts } from './site-parts.ts';

/** The build of a remote that the site has, be it the released one or the one to fall back to. */
export interface RemoteInUse extends RemoteBuild {
  /** Pages that the released build declares and this one has not. */
  lacks?: readonly DeclaredRoute[];
}

/** The routes of a release, with these builds of its remotes. */
export function routesInUse(
  site: SiteParts,
  release: ReleaseDocument,
  builds: Readonly<Record<string, string>>,
): RouteObject[] {
  const remotes = release.remotes.map((remote) => inUse(remote, builds[remote.name]));
  return siteRoutes(site, { ...release, remotes }, menuEntries(remotes));
}

function inUse(remote: RemoteRelease, build: string | undefined): RemoteInUse {
  const { fallback, declaration } = remote;
  if (fallback === undefined || fallback.build !== build) return remote;
  const has = fallback.declaration.routes.map(({ path }) => path);
  return { ...fallback, lacks: declaration.routes.filter(({ path }) => !has.includes(path)) };
}
