import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router-dom';
import { RemoteUnavailable } from '../federation/load-failure.ts';
import {
  type BranchRoute,
  branchOf,
  drawnBy,
  type LoadedRoute,
} from '../federation/remote-module.ts';
import { noteValues } from '../settings/values-of-page.ts';
import type { RemoteContent, RemotePage, RunningBuild } from './page.ts';
import { PageRoutes } from './page-routes.tsx';
import type { Site } from './site.ts';

/**
 * Loads the build that brings a page, and finds the page's routes in it, once they may be shown.
 *
 * @throws RemoteUnavailable, and whatever `signal` is aborted with
 */
async function openPage(
  { builds, release, ready }: Site,
  { remote, path }: RemotePage,
  signal: AbortSignal,
): Promise<RunningBuild & { branch: BranchRoute[] }> {
  const { name: app, build, declaration } = remote;
  await release.allowed({ app, build }, signal);
  const [load] = await Promise.all([builds.load(remote), ready]);
  if (!load.ok) {
    if (load.replaced && !signal.aborted) release.dispatch({ type: 'renew' });
    throw new RemoteUnavailable(declaration.title, load.error);
  }
  const branch = branchOf(load.value.routes, path);
  // It stands in for a build that has this page.
  if (branch === null) throw new RemoteUnavailable(declaration.title, `${build} lacks ${path}`);
  const { build: running = build, [drawnBy]: Routes = PageRoutes } = load.value;
  return { branch, build: running, Routes };
}

/**
 * Loads a page with the data of all its routes.
 *
 * @param failed what an action of the page threw: its route cannot be shown
 * @throws RemoteUnavailable, and what a route's loader throws if no route has a boundary for it
 */
export async function loadRemotePage(
  site: Site,
  page: RemotePage,
  args: LoaderFunctionArgs,
  failed: { error: unknown } | null,
): Promise<RemoteContent | { redirect: Response }> {
  const { branch, ...build } = await openPage(site, page, args.request.signal);
  noteValues(args.request, page.remote.values);
  const routes = await Promise.all(
    branch.map((route, at) => loadRoute(route, args, at === branch.length - 1 ? failed : null)),
  );
  const redirect = routes
    .map((route) => ('error' in route ? route.error : route.data))
    .find(isRedirect);
  if (redirect) return { redirect };
  const broken = routes.findIndex((route) => 'error' in route);
  const isHeld = routes.slice(0, broken + 1).some(({ module }) => module.ErrorBoundary);
  for (const route of isHeld ? [] : routes) if ('error' in route) throw route.error;
  return { routes, ...build };
}

async function loadRoute(
  route: BranchRoute,
  args: LoaderFunctionArgs,
  failed: { error: unknown } | null,
): Promise<LoadedRoute> {
  if (failed !== null) return { ...route, ...failed };
  try {
    const brought: unknown = (await route.module.loader?.(args)) ?? null;
    return { ...route, data: await dataOf(brought) };
  } catch (error) {
    return { ...route, error };
  }
}

/** A loader may answer as a server does; the router itself reads only what the innermost one brings. */
async function dataOf(brought: unknown): Promise<unknown> {
  if (!(brought instanceof Response) || brought.headers.has('location')) return brought;
  const type = brought.headers.get('content-type') ?? '';
  return await (type.includes('application/json') ? brought.json() : brought.text());
}

/**
 * Hands what was submitted to the action of a page's innermost route. If that is an index and the
 * address does not say so, the action of its parent gets it.
 *
 * @throws RemoteUnavailable, a Response of status 405 if there is no action, and what the action
 *   throws
 */
export async function runAction(
  site: Site,
  page: RemotePage,
  args: ActionFunctionArgs,
): Promise<unknown> {
  const { branch } = await openPage(site, page, args.request.signal);
  noteValues(args.request, page.remote.values);
  const isIndex = branch.length > 1 && branch.at(-1)?.path === '';
  const saysIndex = new URL(args.request.url).searchParams.has('index');
  const action = branch.at(isIndex && !saysIndex ? -2 : -1)?.module.action;
  if (action) return await action(args);
  throw new Response(null, { status: 405, statusText: 'Method Not Allowed' });
}

/** What `redirect` of the router makes; a loader or action may return or throw it. */
export function isRedirect(value: unknown): value is Response {
  return value instanceof Response && value.headers.has('location');
}
