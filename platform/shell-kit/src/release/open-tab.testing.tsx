import type { ReleaseDocument, RemoteBuild } from '@tallystick/contract/release';
import type { ReleaseNews, TabReport } from '@tallystick/contract/release-news';
import type { RouteModules } from '@tallystick/contract/route-module';
import { createManualClock } from '@tallystick/timing/manual-clock';
import { act, render } from '@testing-library/react';
import { createBrowserRouter, type DataRouter, RouterProvider } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { inlineConfiguration } from '../configuration/inline-configuration.testing.ts';
import { watchFields } from '../fields/fields.ts';
import { type TestWidgets, testSite } from '../routing/site.testing.tsx';
import { siteRoutes } from '../routing/site-routes.tsx';
import type { Shell } from '../shell.ts';
import type { ReleaseAnswer } from './ask-release.ts';
import type { Build } from './build.ts';
import type { Notice } from './inputs.ts';
import { openTab } from './open-tab.ts';
import type { Lost } from './watch-lost.ts';

export const shellOne = '1.0.0-000000000000';
export const buildOne = '1.0.0-aaaaaaaaaaaa';
export const buildTwo = '1.1.0-bbbbbbbbbbbb';

/** A revision of a channel with one remote, 'Notes', whose build declares these pages. */
export function revision(
  number: number,
  build: string,
  paths: readonly string[] = ['/notes', '/notes/:id'],
  shell: string = shellOne,
): ReleaseDocument {
  const shellRelease = { name: 'shell', build: shell };
  const remotes = [noteBuild(build, paths)];
  return { channel: 'production', revision: number, shell: shellRelease, remotes };
}

/** The same with a build to fall back to, which declares these pages. */
export function revisionOver(
  number: number,
  build: string,
  fallback: string,
  paths: readonly string[] = ['/notes', '/notes/:id'],
): ReleaseDocument {
  const document = revision(number, build);
  const below = noteBuild(fallback, paths);
  return {
    ...document,
    remotes: document.remotes.map((remote) => ({ ...remote, fallback: below })),
  };
}

function noteBuild(build: string, paths: readonly string[]): RemoteBuild {
  return {
    name: 'mfe-note',
    build,
    base: `/artifacts/mfe-note/${build}/`,
    declaration: {
      name: 'mfe-note',
      title: 'Notes',
      routes: paths.map((path) => ({ path, page: 'Notes' })),
      menu: paths
        .filter((path) => !path.includes(':'))
        .map((path, order) => ({
          name: path,
          text: path.slice(1),
          icon: 'home',
          link: path.slice(1),
          user: ['user'],
          subs: ['lite'],
          actv: true,
          order,
        })),
    },
  };
}

interface TestTab {
  path: string;
  release: ReleaseDocument;
  /** What each build brings; absent: it cannot be loaded. */
  builds: Record<string, RouteModules | Promise<RouteModules>>;
  widgets?: TestWidgets;
  /** Whether what builds bring is shown in roots of their own. */
  earlier?: boolean;
  /** Around its pages; one of tests if left out. */
  shell?: Shell;
  reloadedFor?: string;
}

/** An open tab with a real router and real pages; news, answers and time come by the test's hand. */
export async function openTestTab(open: TestTab) {
  const { path, release, builds, widgets, reloadedFor } = open;
  inlineConfiguration();
  history.replaceState(null, '', path);
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { clock, advance } = createManualClock();
  const site = testSite(release, builds, {
    reloadedFor: reloadedFor ?? null,
    widgets,
    shell: open.shell,
    earlier: open.earlier ? () => router : undefined,
    clock,
  });
  const router: DataRouter = createBrowserRouter(siteRoutes(site));
  onTestFinished(() => router.dispose());
  const reports: TabReport[] = [];
  const notices: Notice[] = [];
  const reloads: string[] = [];
  const asked: ((answer: ReleaseAnswer) => void)[] = [];
  const fields = watchFields();
  const lost: Lost[] = [];
  let dirty = false;
  let tellNews = (_news: ReleaseNews) => {};
  const tab = openTab({
    release: site.release,
    fields: { ...fields, dirty: () => dirty },
    hasLocks: false,
    connect: (on) => {
      tellNews = on.news;
      return () => {};
    },
    ask: () => new Promise((resolve) => asked.push(resolve)),
    ticket: () => null,
    vitals: () => ({}),
    send: async (report) => {
      reports.push(report);
      return true;
    },
    sendLast: (report) => reports.push(report),
    notify: ({ replaced, shell }) => notices.push({ replaced, shell }),
    lost: (one) => lost.push(one),
    reload: (shell) => reloads.push(shell),
    clock,
  });
  tab.show();
  await act(async () => {
    render(<RouterProvider router={router} />);
  });
  return {
    tab,
    router,
    reports,
    notices,
    /** What recalls have taken away unsaved. */
    lost,
    reloads,
    asked,
    /** An error that nobody caught. */
    heard: (event: Event) =>
      act(() =>
        site.release.takeError(event, {
          settled: site.builds.settled,
          dirty: () => dirty,
          drawn: true,
        }),
      ),
    /** Milliseconds pass. */
    pass: (milliseconds: number) => act(async () => advance(milliseconds)),
    fill: (half: boolean) => {
      dirty = half;
    },
    /** The channel says that there is a revision. */
    news: (
      number: number,
      recalled: readonly (string | Build)[] = [],
      shells: readonly string[] = [],
    ) =>
      act(async () =>
        tellNews({
          channel: 'production',
          revision: number,
          recalled: [
            ...recalled.map((build) =>
              typeof build === 'string' ? { app: 'mfe-note', build } : build,
            ),
            ...shells.map((build) => ({ app: 'shell', build })),
          ],
        }),
      ),
    /** The release that was asked for arrives. */
    answer: (document: ReleaseDocument) =>
      act(async () => asked.shift()?.({ type: 'release', release: document })),
    go: (to: string) => act(() => router.navigate(to)),
  };
}
