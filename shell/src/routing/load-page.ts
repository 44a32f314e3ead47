import type { ReactNode } from 'react';
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router-dom';
import type { Build } from '../release/build.ts';
import type { ReleaseInPage } from '../release/release-in-page.ts';
import { releaseInUse } from '../release/state.ts';
import { type FoundPage, findPage, keyOfPage } from './find-page.tsx';
import { isRedirect, loadRemotePage, type RemoteContent, runAction } from './remote-page.ts';
import type { Site } from './site.ts';

/** A page as it is shown: with the release that it is of, for the menu changes together with it. */
export interface LoadedPage extends FoundPage {
  release: ReleaseInPage;
  /** The build whose page it is; null: the shell's own. */
  part: Build | null;
  /** What its loader calls it, for the document's title; null: what its route says. */
  words: string | null;
  content:
    | { type: 'shell'; element: ReactNode }
    | ({ type: 'remote' } & RemoteContent)
    | { type: 'failed'; error: unknown };
}

/** A page, with what its innermost loader brought; or a redirect, where a loader says so. */
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
  const release = releaseInUse(state);
  const { pathname } = new URL(args.request.url);
  const { params, ...found } = findPage(release, pathname);
  const { source } = found;
  if ('element' in source) {
    await site.ready;
    const content = { type: 'shell', element: source.element } as const;
    return { page: { ...found, release, part: null, words: null, content }, data: null };
  }
  const { remote } = source;
  const part = { app: remote.name, build: remote.build };
  const key = (path: string) => `${keyOfPage(remote, path)}~${state.attempts}`;
  const page = { ...found, key: key(source.path), release, part, words: null };
  try {
    const known = failed?.pathname === pathname ? failed : null;
    const loaded = await loadRemotePage(site, source, { ...args, params }, known);
    if ('redirect' in loaded) return loaded;
    const { routes } = loaded;
    const [root, leaf] = [routes[0], routes.at(-1)];
    // The routes that are nested in one are a page together, which keeps what they share.
    const content = { type: 'remote', ...loaded } as const;
    const data = leaf && 'data' in leaf ? leaf.data : null;
    return {
      page: { ...page, key: key(root?.path ?? source.path), words: titleOf(data), content },
      data,
    };
  } catch (error) {
    return { page: { ...page, content: { type: 'failed', error } }, data: null };
  }
}

function titleOf(data: unknown): string | null {
  const named = typeof data === 'object' && data !== null && 'title' in data;
  return named && typeof data.title === 'string' ? data.title : null;
}

/** Has the page at an address take what was submitted to it; what an action throws is a value too. */
export async function submitToPage(
  site: Site,
  args: ActionFunctionArgs,
): Promise<{ answer: unknown } | { failed: FailedAction }> {
  const { pathname } = new URL(args.request.url);
  const { params, source } = findPage(releaseInUse(site.release.state()), pathname);
  try {
    if ('element' in source) throw new Response(null, { status: 405 });
    return { answer: (await runAction(site, source, { ...args, params })) ?? null };
  } catch (error) {
    return isRedirect(error) ? { answer: error } : { failed: { pathname, error } };
  }
}
