import type { Layout } from '@tallystick/contract/remote';
import type { ComponentType, ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router-dom';
import type { LoadedRoute, RoutesProps } from '../federation/remote-module.ts';
import type { Build } from '../release/build.ts';
import type { ReleaseInPage, RemoteInPage } from '../release/release-in-page.ts';

/** A page of a remote, as a release has it. */
export interface RemotePage {
  remote: RemoteInPage;
  /** The route's path as the remote declares it. */
  path: string;
}

/** The build that a page belongs to, and what draws its routes. */
export interface RunningBuild {
  build: string;
  Routes: ComponentType<RoutesProps>;
}

/** A page of a remote with its data. */
export type RemoteContent = RunningBuild & { routes: readonly LoadedRoute[] };

/** Which page of a release stands at an address. */
export interface FoundPage {
  /** Another page, or another build's or with other settings, has another key. */
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

/** A page as it is shown: with the release that it is of, for the menu changes together with it. */
export interface LoadedPage extends FoundPage {
  release: ReleaseInPage;
  /** The build whose page it is; null: the shell's own. */
  part: Build | null;
  /** What its loader calls it, for the document's title; null: what its route says. */
  words: string | null;
  /** It was shown before, with the data of that time: it is to be loaded anew once it is on the screen. */
  remembered?: boolean;
  content:
    | { type: 'shell'; element: ReactNode }
    | ({ type: 'remote' } & RemoteContent)
    | { type: 'failed'; error: unknown };
}

/** The router's id of the route whose data is the page. */
export const pageRoute = 'page';

/** The page at this address; undefined: there is none yet. */
export const useLoadedPage = () => useRouteLoaderData<LoadedPage>(pageRoute);
