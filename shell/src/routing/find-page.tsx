import { feedPath } from '@tallystick/shared/contracts/feed-path';
import type { DeclaredRoute, Layout } from '@tallystick/shared/contracts/remote';
import { pathTo, routesAbout } from '@tallystick/shared/contracts/routes-about';
import { shellPages } from '@tallystick/shared/contracts/shell-pages';
import type { ReactNode } from 'react';
import { matchRoutes } from 'react-router-dom';
import { ComingSoon } from '../pages/coming-soon.tsx';
import { NotFound } from '../pages/not-found.tsx';
import type { ReleaseInPage, RemoteInPage } from '../release/release-in-page.ts';
import { strings } from '../strings.ts';
import type { RemotePage } from './remote-page.ts';

/** Which page of a release stands at an address. */
export interface FoundPage {
  /** Another page, or another build's, has another key. */
  key: string;
  /** First part of the document title, and the heading of the narrow bar. */
  title: string;
  layout: Layout | undefined;
  /** Path of the artifact whose app declares the page, with a trailing slash. */
  base: string;
  /** Path by which the page at this address should be known; null: there is none. */
  address: string | null;
  /** Path of the feed of what the page is about. */
  feed: string | null;
  /** What brings it: a path of a remote's, or the shell itself. */
  source: RemotePage | { element: ReactNode };
}

/** The page at `pathname`, with the parameters of its path; each address has one. */
export function findPage(
  release: ReleaseInPage,
  pathname: string,
): FoundPage & { params: Readonly<Record<string, string | undefined>> } {
  const known = [
    ...release.remotes.flatMap((remote) =>
      [...remote.declaration.routes, ...(remote.lacks ?? [])].map((route) => ({
        path: route.path,
        about: route.about,
        page: remotePage(remote, route),
      })),
    ),
    ...shellPages.map(({ path, page }) => ({
      path,
      about: undefined,
      page: shellPage(path, page, <ComingSoon title={page} />),
    })),
  ];
  const [match] = matchRoutes(known, pathname) ?? [];
  if (match === undefined) return { ...notFound, params: {}, address: null, feed: null };
  const { route, params } = match;
  const { about } = route;
  const [id = ''] = Object.values(params);
  const link = about && routesAbout(release.remotes).get(about);
  return {
    ...route.page,
    params,
    address: link === undefined ? match.pathname : pathTo(link, id),
    feed:
      about === undefined || about === 'transfer' || about === 'transfers'
        ? null
        : feedPath(about, id),
  };
}

type Page = Omit<FoundPage, 'address' | 'feed'>;

const notFound = shellPage('*', strings.notFound.title, <NotFound />);

function remotePage(remote: RemoteInPage, { path, page, layout }: DeclaredRoute): Page {
  const { base } = remote;
  return { key: keyOfPage(remote, path), title: page, layout, base, source: { remote, path } };
}

export function keyOfPage({ name, build }: RemoteInPage, path: string): string {
  return `${name}@${build}:${path}`;
}

function shellPage(path: string, title: string, element: ReactNode): Page {
  return { key: `shell:${path}`, title, layout: undefined, base: '/', source: { element } };
}
