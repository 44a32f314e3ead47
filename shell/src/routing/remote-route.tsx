import type { RemoteRelease } from '@tallystick/shared/contracts/release';
import type { DeclaredRoute } from '@tallystick/shared/contracts/remote';
import { type RouteObject, useRouteError } from '@tallystick/shared/router';
import { useEffect, useSyncExternalStore } from 'react';
import { RemoteUnavailable } from '../federation/remote-unavailable.ts';
import type { PageHandle } from '../layout/page-handle.ts';
import { failureOf } from '../pages/failure.ts';
import { PleaseWait } from '../pages/please-wait.tsx';
import { ZoneError } from '../pages/zone-error.tsx';
import { RunningZone } from './running-zone.tsx';
import type { SiteParts } from './site-parts.ts';

/**
 * A page of one build of a remote. Its id names both: to the router, the same page of another
 * build is another route, with components, data and failures of its own.
 */
export function remoteRoute(
  { builds, running, recall, ready, tryAgain }: SiteParts,
  remote: RemoteRelease,
  { path, page, layout }: DeclaredRoute,
  id: string,
): RouteObject {
  const { name, build, base, declaration } = remote;

  function Page() {
    const withheld = useSyncExternalStore(recall.onChange, () => recall.isWithheld(name, build));
    const module = builds.loaded(remote);
    const Component = module?.routes[path]?.Component;
    if (withheld) return <PleaseWait />;
    if (!module || !Component) return null;
    return (
      <RunningZone app={name} build={module.build} base={base} running={running}>
        <Component />
      </RunningZone>
    );
  }

  /** A page that could not be loaded has been told of; here is what broke after that. */
  function BrokenPage() {
    const { code } = failureOf(useRouteError());
    useEffect(() => {
      if (code === 'unexpected') running.failed(name, build, 'render');
      if (code === 'chunk-missing') running.failed(name, build, 'chunk');
    }, [code]);
    return <ZoneError tryAgain={tryAgain} />;
  }

  return {
    id,
    path,
    handle: { page, layout, base, part: { app: name, build } } satisfies PageHandle,
    loader: async (args) => {
      const { signal } = args.request;
      if (recall.isRecalled(name, build)) await recall.allowed(name, build, signal);
      const [load] = await Promise.all([builds.load(remote), ready]);
      if (!load.ok) throw new RemoteUnavailable(declaration.title, load.error);
      const data = (await load.remote.routes[path]?.loader?.(args)) ?? null;
      if (recall.isRecalled(name, build)) await recall.allowed(name, build, signal);
      return data;
    },
    Component: Page,
    ErrorBoundary: BrokenPage,
    HydrateFallback: PleaseWait,
  };
}
