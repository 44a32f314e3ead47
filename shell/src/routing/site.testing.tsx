import type { RemoteRelease } from '@tallystick/shared/contracts/release';
import type { DeclaredRoute, MenuEntry } from '@tallystick/shared/contracts/remote';
import type { RouteModules } from '@tallystick/shared/contracts/route-module';
import type { SiteConfiguration } from '@tallystick/shared/contracts/site';
import { createBrowserRouter, RouterProvider } from '@tallystick/shared/router';
import { configure, render } from '@testing-library/react';
import type { Remotes } from '../federation/remotes.ts';
import { siteRoutes } from './routes.tsx';

// What a test waits for comes at once, on a machine that has nothing else to do.
configure({ asyncUtilTimeout: 20_000 });

export interface TestSite {
  /** Where it is opened. */
  path: string;
  /** What the one remote, 'Notes', declares and brings; no routes: it cannot be loaded. */
  declared?: readonly DeclaredRoute[];
  routes?: RouteModules | undefined;
  entries?: readonly MenuEntry[];
  /** The first authentication state. */
  ready?: Promise<void>;
  siteMode?: SiteConfiguration['siteMode'];
}

/** Opens the site with one remote, as the shell does, in a page of a test. */
export function openSite(site: TestSite): ReturnType<typeof createBrowserRouter> {
  inlineConfiguration(site.siteMode ?? 'main');
  history.replaceState(null, '', site.path);
  const router = createBrowserRouter(
    siteRoutes(remotesOf(site), site.entries ?? [], site.ready ?? Promise.resolve()),
  );
  render(<RouterProvider router={router} />);
  return router;
}

function remotesOf({ declared = [], routes }: TestSite): Remotes {
  const release: RemoteRelease = {
    name: 'mfe-note',
    build: '1.0.0-aaaaaaaaaaaa',
    base: '/artifacts/mfe-note/1.0.0-aaaaaaaaaaaa/',
    declaration: { name: 'mfe-note', title: 'Notes', routes: [...declared], menu: [] },
    files: {},
    manifest: {},
  };
  const module = routes === undefined ? null : { routes, build: release.build };
  return {
    list: [release],
    loaded: () => module,
    load: async () =>
      module === null
        ? { ok: false, code: 'unavailable', error: new Error('gone') }
        : { ok: true, remote: module },
  };
}

function inlineConfiguration(siteMode: SiteConfiguration['siteMode']): void {
  const configuration: SiteConfiguration = {
    productName: 'Tallystick',
    siteMode,
    ledgerUrl: 'http://ledger.test',
    ledgerToken: 'token',
    live: { appId: 'app', apiKey: 'key' },
    identity: { apiKey: 'key', authDomain: 'auth.test', projectId: 'project' },
  };
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'site-configuration';
  script.textContent = JSON.stringify(configuration);
  document.head.append(script);
}
