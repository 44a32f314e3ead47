import { findRedirect } from '@tallystick/contract/find-redirect';
import type { Layout } from '@tallystick/contract/remote';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  replace,
} from 'react-router-dom';
import { isRecord, type LoadedRoute } from '../federation/remote-module.ts';
import type { ReleaseState } from '../release/state.ts';
import { findPage, keyOfPage } from './find-page.ts';
import type { LoadedPage, RemotePage } from './page.ts';
import { isRedirect, loadRemotePage, runAction } from './remote-page.ts';
import type { Site } from './site.ts';

/** A page, with what its innermost loader brought; or a redirect, where a loader or a remote's declaration says so. */
export type PageLoad = { page: LoadedPage; data: unknown } | { redirect: Response };

/** What an action threw, and at which address. */
export interface FailedAction {
  pathname: string;
  error: unknown;
}

/**
 * Loads the page at an address, of the release in use. A page that cannot be loaded is a page too, whose
 * content says why.
 */
export async function loadPage(
  site: Site,
  args: LoaderFunctionArgs,
  failed: FailedAction | null = null,
): Promise<PageLoad> {
  const state = site.release.state();
  const release = site.release.inUse();
  const { pathname } = new URL(args.request.url);
  const { params, ...found } = findPage(site.shell, release, pathname);
  const { source } = found;
  if ('element' in source) {
    const moved = found.address === null ? findRedirect(release.remotes, pathname) : null;
    if (moved !== null) return { redirect: redirect(moved + args.url.search + args.url.hash) };
    await site.ready;
    const content = { type: 'shell', element: source.element } as const;
    return { page: { ...found, release, part: null, words: null, content }, data: null };
  }
  const { remote } = source;
  const part = { app: remote.name, build: remote.build };
  const keyOf = (routes: readonly LoadedRoute[]) =>
    // The routes that are nested in one are a page together, which keeps what they share.
    `${keyOfPage(remote, routes[0]?.path ?? source.path)}~${state.attempts}`;
  const declared = layoutOf(site, source, found.layout);
  const page = { ...found, key: keyOf([]), release, part, words: null };
  try {
    const known = failed?.pathname === pathname ? failed : null;
    const left = known ? null : site.left.found(args.url);
    if (left?.content.type === 'remote' && left.key === keyOf(left.content.routes)) {
      await site.release.allowed(part, args.request.signal);
      return { page: { ...left, release, remembered: true }, data: dataOf(left.content.routes) };
    }
    const ahead = known ? null : await site.ahead.take(keyAhead(state, source, args.url));
    const loaded = ahead ?? (await loadRemotePage(site, source, { ...args, params }, known));
    if ('redirect' in loaded) return loaded;
    await site.release.allowed(part, args.request.signal);
    const { routes } = loaded;
    const content = { type: 'remote', ...loaded } as const;
    const data = dataOf(routes);
    const layout = await declared;
    return { page: { ...page, layout, key: keyOf(routes), words: titleOf(data), content }, data };
  } catch (error) {
    const layout = await declared;
    return { page: { ...page, layout, content: { type: 'failed', error } }, data: null };
  }
}

/**
 * A redirect takes the place of an address that the browser is at already, as after going back. Behind it in the
 * history, it would send whoever goes back forward again each time.
 */
export function inPlace(redirect: Response, { pathname, search }: URL): Response {
  if (!('location' in globalThis) || location.pathname + location.search !== pathname + search) {
    return redirect;
  }
  const { status, headers } = redirect;
  return replace(headers.get('location') ?? '/', { status, headers });
}

/** What the innermost loader brought. */
function dataOf(routes: readonly LoadedRoute[]): unknown {
  const leaf = routes.at(-1);
  return leaf && 'data' in leaf ? leaf.data : null;
}

/** Names a page with its data, as this state of the release has it. */
export function keyAhead(
  { attempts }: Pick<ReleaseState, 'attempts'>,
  { remote, path }: RemotePage,
  { pathname, search }: URL,
): string {
  return `${keyOfPage(remote, path)}~${attempts} ${pathname}${search}`;
}

/** How a page looks; as the release says, `known`, where its build's attestation does not come. */
async function layoutOf(site: Site, { remote, path }: RemotePage, known: Layout | undefined) {
  const build = await site.readBuild(remote).catch(() => null);
  const route = build?.declaration.routes.find((each) => each.path === path);
  return route === undefined ? known : route.layout;
}

function titleOf(data: unknown): string | null {
  return isRecord(data) && typeof data.title === 'string' ? data.title : null;
}

/** Has the page at an address take what was submitted to it; what an action throws is a value too. */
export async function submitToPage(
  site: Site,
  args: ActionFunctionArgs,
): Promise<{ answer: unknown } | { failed: FailedAction }> {
  const { pathname } = new URL(args.request.url);
  const { params, source } = findToSubmit(site, pathname);
  const dropOld = () => {
    site.ahead.clear();
    site.left.clear();
  };
  dropOld();
  try {
    if ('element' in source) throw new Response(null, { status: 405 });
    return { answer: (await runAction(site, source, { ...args, params })) ?? null };
  } catch (error) {
    return isRedirect(error) ? { answer: error } : { failed: { pathname, error } };
  } finally {
    // What was asked for meanwhile may lack what was submitted.
    dropOld();
  }
}

/** A recalled build takes nothing any more: held back, it would keep the router from making the page anew. */
function findToSubmit({ shell, release }: Site, pathname: string) {
  const found = findPage(shell, release.inUse(), pathname);
  if (!('remote' in found.source)) return found;
  const { name: app, build } = found.source.remote;
  return release.isRecalled({ app, build })
    ? findPage(shell, release.state().goal, pathname)
    : found;
}
