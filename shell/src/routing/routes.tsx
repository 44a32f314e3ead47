import type { RemoteRelease } from '@tallystick/shared/contracts/release';
import type { MenuEntry } from '@tallystick/shared/contracts/remote';
import type { RouteObject } from '@tallystick/shared/router';
import { Frame } from '../layout/frame.tsx';
import type { PageHandle } from '../layout/page-handle.ts';
import { ComingSoon } from '../pages/coming-soon.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { PleaseWait } from '../pages/please-wait.tsx';
import { UnexpectedError } from '../pages/unexpected-error.tsx';
import { ZoneError } from '../pages/zone-error.tsx';
import { strings } from '../strings.ts';
import { remoteRoute } from './remote-route.tsx';
import type { SiteParts } from './site-parts.ts';

/** The site's routes: the frame, and in it each remote's declared routes and the shell's own. */
export function siteRoutes(
  site: SiteParts,
  remotes: readonly RemoteRelease[],
  entries: readonly MenuEntry[],
): RouteObject[] {
  return [
    {
      id: 'frame',
      element: <Frame entries={entries} />,
      errorElement: <UnexpectedError />,
      children: [
        ...remotes.flatMap((remote) =>
          remote.declaration.routes.map((route) => remoteRoute(site, remote, route)),
        ),
        shellRoute('/api', strings.api, <ComingSoon title={strings.api} />, site.ready),
        shellRoute('/contact', strings.contact, <ComingSoon title={strings.contact} />, site.ready),
        shellRoute('*', strings.notFound.title, <NotFound />, site.ready),
      ],
    },
  ];
}

function shellRoute(
  path: string,
  page: string,
  element: RouteObject['element'],
  ready: Promise<void>,
): RouteObject {
  return {
    id: `shell:${path}`,
    path,
    element,
    handle: { page, layout: undefined, base: '/' } satisfies PageHandle,
    loader: () => ready.then(() => null),
    ErrorBoundary: ZoneError,
    HydrateFallback: PleaseWait,
  };
}
