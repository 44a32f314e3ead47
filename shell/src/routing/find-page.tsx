import { findRoute } from '@tallystick/contract/find-route';
import type { DeclaredRoute } from '@tallystick/contract/remote';
import { pathTo, routesAbout } from '@tallystick/contract/routes-about';
import { feedPath } from '@tallystick/shared/contracts/feed-path';
import { shellPages } from '@tallystick/shared/contracts/shell-pages';
import { isPartyKind } from '@tallystick/shared/contracts/subjects';
import type { ReactNode } from 'react';
import { ComingSoon } from '../pages/coming-soon.tsx';
import { NotFound } from '../pages/not-found.tsx';
import type { ReleaseInPage, RemoteInPage } from '../release/release-in-page.ts';
import { strings } from '../strings.ts';
import type { FoundPage } from './page.ts';

/** The page at `pathname`, with the parameters of its path; each address has one. */
export function findPage(
  release: ReleaseInPage,
  pathname: string,
): FoundPage & { params: Readonly<Record<string, string>> } {
  const known = [
    ...release.remotes.flatMap((remote) =>
      [...remote.declaration.routes, ...(remote.lacks ?? [])].map((route) => ({
        path: route.path,
        about: route.about,
        page: () => remotePage(remote, route),
      })),
    ),
    ...shellPages.map(({ path, page }) => ({
      path,
      about: undefined,
      page: () => shellPage(path, page, <ComingSoon title={page} />),
    })),
  ];
  const found = findRoute(known, pathname);
  if (found === null) return { ...notFound, params: {}, address: null, feed: null };
  const { route, params, id, path } = found;
  const { about } = route;
  const link = about === undefined ? undefined : routesAbout(release.remotes).get(about);
  return {
    ...route.page(),
    params,
    address: link === undefined ? path : pathTo(link, id),
    feed: isPartyKind(about) ? feedPath(about, id) : null,
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
