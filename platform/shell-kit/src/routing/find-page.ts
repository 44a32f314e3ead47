import { findRoute } from '@tallystick/contract/find-route';
import type { DeclaredRoute } from '@tallystick/contract/remote';
import { pathTo, routesAbout } from '@tallystick/contract/routes-about';
import type { ReleaseInPage, RemoteInPage } from '../release/release-in-page.ts';
import type { Shell, ShellPage } from '../shell.ts';
import type { FoundPage } from './page.ts';

/** The page at `pathname`, with the parameters of its path; each address has one. */
export function findPage(
  shell: Pick<Shell, 'pages' | 'notFound' | 'feedOf'>,
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
    ...shell.pages.map((page) => ({
      path: page.path,
      about: undefined,
      page: () => shellPage(page),
    })),
  ];
  const found = findRoute(known, pathname);
  if (found === null) {
    const nothing = shellPage({ path: '*', ...shell.notFound });
    return { ...nothing, params: {}, address: null, feed: null };
  }
  const { route, params, id, path } = found;
  const { about } = route;
  const link = about === undefined ? undefined : routesAbout(release.remotes).get(about);
  return {
    ...route.page(),
    params,
    address: link === undefined ? path : pathTo(link, id),
    feed: about === undefined ? null : (shell.feedOf?.(about, id) ?? null),
  };
}

type Page = Omit<FoundPage, 'address' | 'feed'>;

function remotePage(remote: RemoteInPage, { path, page, layout }: DeclaredRoute): Page {
  const { base } = remote;
  return { key: keyOfPage(remote, path), title: page, layout, base, source: { remote, path } };
}

export function keyOfPage({ name, build, values }: RemoteInPage, path: string): string {
  return `${name}@${build}${values ? JSON.stringify(values) : ''}:${path}`;
}

function shellPage({ path, title, element }: ShellPage): Page {
  return { key: `shell:${path}`, title, layout: undefined, base: '/', source: { element } };
}
