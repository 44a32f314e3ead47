import type { DeclaredRoute, Layout } from '@tallystick/shared/contracts/remote';
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
        page: remotePage(remote, route),
      })),
    ),
    shellPage('/api', strings.api, <ComingSoon title={strings.api} />),
    shellPage('/contact', strings.contact, <ComingSoon title={strings.contact} />),
  ];
  const [match] = matchRoutes(known, pathname) ?? [];
  const found = match?.route.page ?? notFound;
  return { ...found, params: match?.params ?? {} };
}

const { page: notFound } = shellPage('*', strings.notFound.title, <NotFound />);

function remotePage(remote: RemoteInPage, { path, page, layout }: DeclaredRoute): FoundPage {
  const { base } = remote;
  return { key: keyOfPage(remote, path), title: page, layout, base, source: { remote, path } };
}

export function keyOfPage({ name, build }: RemoteInPage, path: string): string {
  return `${name}@${build}:${path}`;
}

function shellPage(path: string, title: string, element: ReactNode) {
  const page: FoundPage = {
    key: `shell:${path}`,
    title,
    layout: undefined,
    base: '/',
    source: { element },
  };
  return { path, page };
}
