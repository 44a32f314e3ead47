import type { ReleaseDocument } from '@tallystick/contract/release';
import * as react from 'react';
import * as compilerRuntime from 'react/compiler-runtime';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { createMemoryRouter, type DataRouter, RouterProvider } from 'react-router-dom';
import * as composition from '../composition/composition.tsx';
import {
  type PageConfiguration,
  servePageConfiguration,
} from '../configuration/page-configuration.ts';
import { createBuilds } from '../federation/builds.ts';
import { shellBuild } from '../release/build.ts';
import { createReleases } from '../release/releases.ts';
import * as routing from '../router/router.ts';
import { type LoadedPage, pageRoute } from '../routing/page.ts';
import { createPagesAhead } from '../routing/pages-ahead.ts';
import { createPagesLeft } from '../routing/pages-left.ts';
import { siteRoutes } from '../routing/site-routes.tsx';
import * as settings from '../settings/settings.ts';
import type { Shell } from '../shell.ts';
import { renderedMountables } from './rendered-mountables.tsx';
import { wholeHtml } from './whole-html.ts';

/** What a remote's server entry asks for by these names, of any site: one of each. A shell adds its own. */
export const kitSingletons: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react/compiler-runtime': compilerRuntime,
  'react-dom': reactDom,
  // Where pages are rendered nobody makes a root.
  'react-dom/client': {},
  '@tallystick/shell-kit/composition': composition,
  '@tallystick/shell-kit/router': routing,
  '@tallystick/shell-kit/settings': settings,
};

const nothingMore = new Error('There is nothing more to be read.');

/** A page to be rendered. */
export interface RenderOrder<Configuration> {
  /** Path and query. */
  readonly address: string;
  readonly configuration: Configuration;
  readonly release: ReleaseDocument;
  /** What the build of the page's remote exposes as `./routes`. */
  readonly remote: unknown;
  /** Resolves when no call for data is under way: a loader may leave an answer on its way. */
  callsSettled(): Promise<void>;
}

/**
 * Renders pages of a shell for a visitor who is not signed in and has chosen nothing. Routes,
 * loaders and components are the same as in a browser.
 *
 * @param serve says the configuration to the site's own code
 */
export function createRendering<Configuration extends PageConfiguration>(
  shell: Shell,
  serve: (configuration: Configuration) => void = () => {},
) {
  /**
   * Resolves to the HTML of the root element.
   *
   * @throws Error if the page is not one of the remote's, or cannot be rendered: the browser draws it then.
   * If it redirects to another address, the error has the code `moved`: a site blames no build for it.
   * No error that a remote throws has a code.
   */
  return async ({
    address,
    configuration,
    release,
    remote,
    callsSettled,
  }: RenderOrder<Configuration>): Promise<string> => {
    servePageConfiguration(configuration);
    serve(configuration);
    const router = openRouter(shell, release, remote, address);
    try {
      await initialized(router);
      const page = pageOf(router, address);
      await callsSettled();
      const html = await renderedMountables(<RouterProvider router={router} />, wholeHtml);
      if (html.includes('<script')) throw new Error(`${page.key} would need a script to be shown`);
      return html;
    } catch (thrown) {
      throw thrown instanceof Moved ? thrown : withoutCode(thrown);
    } finally {
      router.dispose();
    }
  };
}

function openRouter(shell: Shell, release: ReleaseDocument, remote: unknown, address: string) {
  const releases = createReleases({
    shell: shellBuild,
    release,
    load: () => Promise.resolve(),
    // Timers never fire: rendering on a server does not wait for them.
    clock: () => () => {},
  });
  const routes = siteRoutes({
    shell,
    builds: createBuilds(() => Promise.resolve(remote), releases),
    release: releases,
    ready: Promise.resolve(),
    // The release that a page is rendered by holds all of each remote, so nothing more is read.
    readBuild: () => Promise.reject(nothingMore),
    ahead: createPagesAhead(),
    left: createPagesLeft(() => undefined),
  });
  return createMemoryRouter(routes, { initialEntries: [address] });
}

class Moved extends Error {
  readonly code = 'moved';
}

/** What a remote's code threw, without its `code`, which would be taken for the shell's. */
function withoutCode(thrown: unknown): Error {
  const { message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
  return Object.assign(new Error(message), { stack });
}

async function initialized(router: DataRouter): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    router.subscribe(({ initialized }) => {
      if (initialized) resolve();
    });
  });
}

/** @throws what a remote threw, Error if what is there is no page of one, Moved if it stands at another address */
function pageOf({ state }: DataRouter, address: string): LoadedPage {
  const { pathname, search } = state.location;
  if (pathname + search !== address) throw new Moved(`it leads on to ${pathname}${search}`);
  const page: LoadedPage | undefined = state.loaderData[pageRoute];
  if (page?.content.type === 'remote') return page;
  throw page?.content.type === 'failed' ? page.content.error : new Error('no remote has it');
}
