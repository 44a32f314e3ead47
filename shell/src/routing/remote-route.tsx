import type { RemoteBuild } from '@tallystick/shared/contracts/release';
import type { DeclaredRoute } from '@tallystick/shared/contracts/remote';
import { type RouteObject, useRouteError } from '@tallystick/shared/router';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { RemoteUnavailable } from '../federation/remote-unavailable.ts';
import { pageFailed, tryAgain } from '../ladder/page-failed.ts';
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
  site: SiteParts,
  remote: RemoteBuild,
  { path, page, layout }: DeclaredRoute,
  id: string,
): RouteObject {
  const { builds, running, recall, ready } = site;
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

  /** Where another build takes the place of this one it comes without a word; else a notice stands. */
  function BrokenPage() {
    const error = useRouteError();
    const { code } = failureOf(error);
    // The others were told of where they happened.
    const broke = code === 'unexpected' || code === 'chunk-missing';
    const [over, setOver] = useState(!broke);
    useLayoutEffect(() => {
      if (broke) void pageFailed(site, { app: name, build }, error).then((gone) => setOver(!gone));
    }, [error, broke]);
    return over ? <ZoneError tryAgain={() => tryAgain(site, name)} /> : <PleaseWait />;
  }

  return {
    id,
    path,
    handle: { page, layout, base, part: { app: name, build } } satisfies PageHandle,
    loader: async (args) => {
      const { signal } = args.request;
      if (recall.isRecalled(name, build)) await recall.allowed(name, build, signal);
      const [load] = await Promise.all([builds.load(remote), ready]);
      if (!load.ok) {
        if (load.replaced && !signal.aborted) site.renew();
        throw new RemoteUnavailable(declaration.title, load.error);
      }
      const route = load.remote.routes[path];
      // It stands in for a build that has this page.
      if (!route) throw new RemoteUnavailable(declaration.title, `${build} lacks ${path}`);
      const data = (await route.loader?.(args)) ?? null;
      if (recall.isRecalled(name, build)) await recall.allowed(name, build, signal);
      return data;
    },
    Component: Page,
    ErrorBoundary: BrokenPage,
    HydrateFallback: PleaseWait,
  };
}
