import type { Mountable } from '@tallystick/contract/mountable';
import type { ReleaseDocument, RemoteBuild, RemoteRelease } from '@tallystick/contract/release';
import type { DeclaredRoute, MenuEntry, Redirect } from '@tallystick/contract/remote';
import type { RouteModules } from '@tallystick/contract/route-module';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createBrowserRouter, type DataRouter, RouterProvider } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { inlineConfiguration } from '../configuration/inline-configuration.testing.ts';
import { testEarlierReact } from '../earlier-react/earlier-parts.testing.ts';
import { createEarlierReact } from '../earlier-react/earlier-react.ts';
import { createBuilds } from '../federation/builds.ts';
import { testShell } from '../plain/test-shell.testing.tsx';
import type { ReleaseMachineParts } from '../release/release-machine.ts';
import { createReleases } from '../release/releases.ts';
import type { Shell } from '../shell.ts';
import { noteRelease } from './note-release.testing.ts';
import { createPagesAhead } from './pages-ahead.ts';
import { createPagesLeft } from './pages-left.ts';
import type { Site } from './site.ts';
import { siteRoutes } from './site-routes.tsx';

/** What builds bring as widgets, by build and name: `1.0.0-aaaaaaaaaaaa/card`; absent: it cannot be loaded. */
export type TestWidgets = Record<
  string,
  ComponentType<{ words: string }> | Mountable<{ words: string }> | undefined
>;

export interface TestSite {
  /** Where it is opened. */
  path: string;
  /** What the one remote, 'Notes', declares and brings; no routes: it cannot be loaded. */
  declared?: readonly DeclaredRoute[];
  routes?: RouteModules | undefined;
  entries?: readonly MenuEntry[];
  redirects?: readonly Redirect[];
  /** The first authentication state. */
  ready?: Promise<void>;
  /** Around its pages; one of tests if left out. */
  shell?: Shell;
  /** Whether its pages are shown in a root of their own. */
  earlier?: boolean;
}

/** Opens a site with one remote, as a shell does, in a page of a test. */
export function openSite(site: TestSite): DataRouter {
  inlineConfiguration();
  history.replaceState(null, '', site.path);
  const remote = noteRelease('1.0.0-aaaaaaaaaaaa', site.declared ?? []);
  remote.declaration.menu.push(...(site.entries ?? []));
  if (site.redirects) remote.declaration.redirects = [...site.redirects];
  const release = noteRevision(1, [remote]);
  const earlier = site.earlier ? () => router : undefined;
  const { ready, shell } = site;
  const parts = testSite(release, { [remote.build]: site.routes }, { ready, earlier, shell });
  const router: DataRouter = createBrowserRouter(siteRoutes(parts));
  // It would follow the next test through the history.
  onTestFinished(() => router.dispose());
  render(<RouterProvider router={router} />);
  return router;
}

/** A release of these remotes. */
export function noteRevision(revision: number, remotes: RemoteRelease[]): ReleaseDocument {
  return {
    channel: 'production',
    revision,
    shell: { name: 'shell', build: '1.0.0-000000000000' },
    remotes,
  };
}

/**
 * A site of this release, whose builds bring these routes, at once or later; undefined: such a build cannot
 * be loaded.
 */
export function testSite(
  release: ReleaseDocument,
  brought: Readonly<Record<string, RouteModules | Promise<RouteModules> | undefined>>,
  parts: Partial<Omit<ReleaseMachineParts, 'shell'>> & {
    shell?: Shell | undefined;
    ready?: Promise<void> | undefined;
    widgets?: TestWidgets | undefined;
    /** The page's router: builds are shown as those of an earlier React are, though they have the page's. */
    earlier?: (() => DataRouter) | undefined;
    /** Names the browser's present entry of the history, which jsdom does not. */
    present?: (() => string) | undefined;
  } = {},
): Site {
  const { shell = testShell, ready = Promise.resolve(), widgets = {}, ...others } = parts;
  const { earlier, present, ...more } = others;
  const machine: Site['release'] = createReleases({
    shell: release.shell.build,
    release,
    load: (remote) => builds.retry(remote),
    ...more,
  });
  const loadModule = async ({ build }: RemoteBuild, expose: string) => {
    if (expose !== './routes') {
      const Widget = widgets[`${build}${expose.slice(1)}`];
      if (Widget === undefined) throw new Error('gone');
      return { Widget, build };
    }
    const routes = await brought[build];
    if (routes === undefined) throw new Error('gone');
    return { routes, build };
  };
  const builds = createBuilds(
    earlier === undefined
      ? loadModule
      : async (remote, expose) => inEarlierReact(earlier, await loadModule(remote, expose)),
    machine,
  );
  const readBuild: Site['readBuild'] = async ({ name, build }) => {
    const { remotes } = machine.state().goal;
    const found = remotes.find((remote) => remote.name === name && remote.build === build);
    if (found === undefined) throw new Error(`nothing of ${name} ${build}`);
    return { ...found, files: {}, manifest: {} };
  };
  const [ahead, left] = [createPagesAhead(), createPagesLeft(present)];
  return { shell, builds, release: machine, ready, readBuild, ahead, left };
}

/** What a build exposes that needs an earlier React. */
function inEarlierReact(router: () => DataRouter, module: unknown): Promise<unknown> {
  const shared = [{ name: 'react', requiredVersion: '^18.0.0' }];
  const metaData = { globalName: 'notes', remoteEntry: { name: 'entry.js' } };
  return createEarlierReact(testEarlierReact, router).inThisReact(
    { metaData, exposes: [], shared },
    module,
  );
}
