import type { DeclaredRoute, MenuEntry } from '@tallystick/shared/contracts/remote';
import type { RouteObject } from '@tallystick/shared/router';
import { Frame } from '../layout/frame.tsx';
import type { PageHandle } from '../layout/page-handle.ts';
import { ComingSoon } from '../pages/coming-soon.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { PleaseWait } from '../pages/please-wait.tsx';
import { UnexpectedError } from '../pages/unexpected-error.tsx';
import { ZoneError } from '../pages/zone-error.tsx';
import { strings } from '../strings.ts';
import { Versions } from '../versions/versions.tsx';
import type { ReleaseInUse, RemoteInUse } from './release-routes.ts';
import { remoteRoute } from './remote-route.tsx';
import type { SiteParts } from './site-parts.ts';

/**
 * The routes of one release: the frame, and in it each remote's declared routes and the shell's own.
 * The frame's id names the revision, so that the menu changes together with the page.
 */
export function siteRoutes(
  site: SiteParts,
  release: ReleaseInUse,
  entries: readonly MenuEntry[],
): RouteObject[] {
  const versions = <Versions release={release} running={site.running} />;
  return [
    {
      id: `frame@${release.revision}`,
      element: <Frame entries={entries} versions={versions} site={site} />,
      errorElement: <UnexpectedError />,
      handle: { revision: release.revision },
      children: [
        ...release.remotes.flatMap((remote) =>
          [...remote.declaration.routes, ...(remote.lacks ?? [])].map((route) =>
            knownRoute(site, remote, route),
          ),
        ),
        shellRoute('/api', strings.api, <ComingSoon title={strings.api} />, site),
        shellRoute('/contact', strings.contact, <ComingSoon title={strings.contact} />, site),
        shellRoute('*', strings.notFound.title, <NotFound />, site),
      ],
    },
  ];
}

/** A page of a build is made once: made again it would be another to React, and lose its state. */
function knownRoute(site: SiteParts, remote: RemoteInUse, route: DeclaredRoute): RouteObject {
  // Tried again it is another: React does not forget what broke.
  const id = `${remote.name}@${remote.build}~${site.attempt}:${route.path}`;
  const known = site.pages.get(id) ?? remoteRoute(site, remote, route, id);
  site.pages.set(id, known);
  return known;
}

function shellRoute(
  path: string,
  page: string,
  element: RouteObject['element'],
  { ready }: SiteParts,
): RouteObject {
  return {
    id: `shell:${path}`,
    path,
    element,
    handle: { page, layout: undefined, base: '/', part: null } satisfies PageHandle,
    loader: () => ready.then(() => null),
    ErrorBoundary: () => <ZoneError tryAgain={() => window.location.reload()} />,
    HydrateFallback: PleaseWait,
  };
}
