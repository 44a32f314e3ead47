import type { RemoteRelease } from '@tallystick/shared/contracts/release';
import type { DeclaredRoute, MenuEntry } from '@tallystick/shared/contracts/remote';
import type { RouteObject } from '@tallystick/shared/router';
import { RemoteUnavailable } from '../federation/remote-unavailable.ts';
import type { Remotes } from '../federation/remotes.ts';
import { Frame } from '../layout/frame.tsx';
import type { PageHandle } from '../layout/page-handle.ts';
import { ComingSoon } from '../pages/coming-soon.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { PleaseWait } from '../pages/please-wait.tsx';
import { UnexpectedError } from '../pages/unexpected-error.tsx';
import { ZoneError } from '../pages/zone-error.tsx';
import { strings } from '../strings.ts';

/**
 * The site's routes: the frame, and in it each remote's declared routes and the shell's own.
 * `ready` resolves at the first authentication state; no page has content before it.
 */
export function siteRoutes(
  remotes: Remotes,
  entries: readonly MenuEntry[],
  ready: Promise<void>,
): RouteObject[] {
  return [
    {
      element: <Frame entries={entries} />,
      errorElement: <UnexpectedError />,
      children: [
        ...remotes.list.flatMap((remote) =>
          remote.declaration.routes.map((route) => remoteRoute(remotes, remote, route, ready)),
        ),
        shellRoute('/api', strings.api, <ComingSoon title={strings.api} />, ready),
        shellRoute('/contact', strings.contact, <ComingSoon title={strings.contact} />, ready),
        shellRoute('*', strings.notFound.title, <NotFound />, ready),
      ],
    },
  ];
}

function remoteRoute(
  remotes: Remotes,
  { name, base, declaration }: RemoteRelease,
  { path, page, layout }: DeclaredRoute,
  ready: Promise<void>,
): RouteObject {
  function Page() {
    const remote = remotes.loaded(name);
    const Component = remote?.routes[path]?.Component;
    return Component === undefined ? null : <Component key={remote?.build} />;
  }
  return {
    path,
    handle: { page, layout, base } satisfies PageHandle,
    loader: async (args) => {
      const [load] = await Promise.all([remotes.load(name), ready]);
      if (!load.ok) throw new RemoteUnavailable(declaration.title, load.error);
      return (await load.remote.routes[path]?.loader?.(args)) ?? null;
    },
    Component: Page,
    ErrorBoundary: ZoneError,
    HydrateFallback: PleaseWait,
  };
}

function shellRoute(
  path: string,
  page: string,
  element: RouteObject['element'],
  ready: Promise<void>,
): RouteObject {
  return {
    path,
    element,
    handle: { page, layout: undefined, base: '/' } satisfies PageHandle,
    loader: () => ready.then(() => null),
    ErrorBoundary: ZoneError,
    HydrateFallback: PleaseWait,
  };
}
