import type { ComponentType, ReactNode } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { RemoteUnavailable } from '../federation/remote-unavailable.ts';
import type { Build } from '../release/build.ts';
import type { ReleaseInPage, RemoteInPage } from '../release/release-in-page.ts';
import { whenAllowed } from '../release/release-machine.ts';
import { releaseInUse } from '../release/state.ts';
import { type FoundPage, findPage } from './find-page.tsx';
import type { Site } from './site.ts';

/** A page as it is shown: with the release that it is of, for the menu changes together with it. */
export interface LoadedPage extends FoundPage {
  release: ReleaseInPage;
  /** The build whose page it is; null: the shell's own. */
  part: Build | null;
  content:
    | { type: 'shell'; element: ReactNode }
    | { type: 'remote'; Component: ComponentType; build: string }
    | { type: 'failed'; error: unknown };
}

/** A page, with what its own loader brought; or a redirect, where that says so. */
export type PageLoad = { page: LoadedPage; data: unknown } | { redirect: Response };

/**
 * Loads the page at an address, of the release in use. A page that cannot be loaded is a page too, whose
 * content says why.
 */
export async function loadPage(site: Site, args: LoaderFunctionArgs): Promise<PageLoad> {
  const state = site.release.state();
  const release = releaseInUse(state);
  const { params, ...found } = findPage(release, new URL(args.request.url).pathname);
  const { source } = found;
  if ('element' in source) {
    await site.ready;
    const content = { type: 'shell', element: source.element } as const;
    return { page: { ...found, release, part: null, content }, data: null };
  }
  const { remote, path } = source;
  const part = { app: remote.name, build: remote.build };
  const page = { ...found, key: `${found.key}~${state.attempts}`, release, part };
  try {
    const { content, data } = await loadRemotePage(site, remote, path, { ...args, params });
    return isRedirect(data) ? { redirect: data } : { page: { ...page, content }, data };
  } catch (error) {
    if (isRedirect(error)) return { redirect: error };
    return { page: { ...page, content: { type: 'failed', error } }, data: null };
  }
}

/** What `redirect` of the router makes; a loader may return or throw it. */
function isRedirect(value: unknown): value is Response {
  return value instanceof Response && value.headers.has('location');
}

/** @throws RemoteUnavailable, and what the page's own loader throws */
async function loadRemotePage(
  { builds, release, ready }: Site,
  remote: RemoteInPage,
  path: string,
  args: LoaderFunctionArgs,
): Promise<{ content: LoadedPage['content']; data: unknown }> {
  const { name: app, build, declaration } = remote;
  const { signal } = args.request;
  await whenAllowed(release, { app, build }, signal);
  const [load] = await Promise.all([builds.load(remote), ready]);
  if (!load.ok) {
    if (load.replaced && !signal.aborted) release.dispatch({ type: 'renew' });
    throw new RemoteUnavailable(declaration.title, load.error);
  }
  const route = load.remote.routes[path];
  // It stands in for a build that has this page.
  if (!route) throw new RemoteUnavailable(declaration.title, `${build} lacks ${path}`);
  const data: unknown = (await route.loader?.(args)) ?? null;
  await whenAllowed(release, { app, build }, signal);
  const content = {
    type: 'remote',
    Component: route.Component,
    build: load.remote.build ?? build,
  } as const;
  return { content, data };
}
