import type { ReleaseDocument } from '@tallystick/contract/release';
import * as api from '@tallystick/shared/api';
import * as composition from '@tallystick/shared/composition';
import type { SiteConfiguration } from '@tallystick/shared/contracts/site';
import * as realtime from '@tallystick/shared/realtime';
import * as router from '@tallystick/shared/router';
import * as session from '@tallystick/shared/session';
import * as site from '@tallystick/shared/site';
import { serveConfiguration } from '@tallystick/shared/site/served-configuration';
import * as jotai from 'jotai';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { createMemoryRouter, type DataRouter, RouterProvider } from 'react-router-dom';
import { createBuilds } from './federation/builds.ts';
import { shellBuild } from './federation/shell-build.ts';
import { createReleaseMachine } from './release/release-machine.ts';
import type { LoadedPage } from './routing/page.ts';
import { pageRoute } from './routing/page-route.ts';
import { createPagesAhead } from './routing/pages-ahead.ts';
import { createPagesLeft } from './routing/pages-left.ts';
import { siteRoutes } from './routing/site-routes.tsx';
import { wholeHtml } from './whole-html.ts';

/** What a remote's server entry asks for by these names: one React, one router, one of each. */
export const singletons: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  jotai,
  '@tallystick/shared/api': api,
  '@tallystick/shared/composition': composition,
  '@tallystick/shared/realtime': realtime,
  '@tallystick/shared/router': router,
  '@tallystick/shared/session': session,
  '@tallystick/shared/site': site,
};

const nothingMore = new Error('There is nothing more to be read.');

/** A page to be rendered. */
export interface RenderOrder {
  /** Path and query. */
  readonly address: string;
  readonly configuration: SiteConfiguration;
  readonly release: ReleaseDocument;
  /** What the build of the page's remote exposes as `./routes`. */
  readonly remote: unknown;
  /** Resolves when no call to the ledger is under way: a loader may leave an answer on its way. */
  callsSettled(): Promise<void>;
}

/**
 * Renders the page at an address as a visitor gets it who is not signed in and has chosen nothing, by the same
 * routes, loaders and components as in a browser. Resolves to the HTML of the root element.
 *
 * @throws Error if the page is not one of the remote's, or if it does not come to stand there: it is the
 * browser's then. One that leads on to another address has the code `moved`: a site blames no build for it. None
 * that a remote throws has a code
 */
export async function render({
  address,
  configuration,
  release,
  remote,
  callsSettled,
}: RenderOrder): Promise<string> {
  serveConfiguration(configuration);
  const machine = createReleaseMachine({
    shell: shellBuild,
    release,
    load: () => Promise.resolve(),
    // Nobody waits for a page on a server until something has elapsed.
    clock: () => () => {},
  });
  const builds = createBuilds(() => Promise.resolve(remote), machine);
  const routes = siteRoutes({
    builds,
    release: machine,
    ready: Promise.resolve(),
    // The release that a page is rendered by says all of each remote.
    readBuild: () => Promise.reject(nothingMore),
    ahead: createPagesAhead(),
    left: createPagesLeft(() => undefined),
  });
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  try {
    await initialized(router);
    const page = pageOf(router, address);
    await callsSettled();
    const html = await wholeHtml(<RouterProvider router={router} />);
    if (html.includes('<script')) throw new Error(`${page.key} would need a script to be shown`);
    return html;
  } catch (thrown) {
    throw thrown instanceof Moved ? thrown : withoutCode(thrown);
  } finally {
    router.dispose();
  }
}

class Moved extends Error {
  readonly code = 'moved';
}

/** What a remote's code threw: its own `code` is not to be taken for the shell's. */
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
