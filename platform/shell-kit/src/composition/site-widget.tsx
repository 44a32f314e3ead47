import {
  createContext,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { WidgetModule } from '../federation/remote-module.ts';
import type { ReleaseInPage } from '../release/release-in-page.ts';
import { Failed, PageBoundary } from '../routing/page-boundary.tsx';
import { RunningZone } from '../routing/running-zone.tsx';
import type { Site } from '../routing/site.ts';
import { type HostedWidget, WidgetHost } from './composition.tsx';
import { useWidgetBuild } from './use-widget-build.ts';

/** The site, and the release of the page that shows widgets. */
interface CompositionParts {
  site: Site;
  release: ReleaseInPage;
}

const CompositionContext = createContext<CompositionParts | null>(null);

/** Lets what is in it show widgets of remotes, in the builds that this page has. */
export function Composition({
  site,
  release,
  children,
}: CompositionParts & { children: ReactNode }) {
  const parts = useMemo(() => ({ site, release }), [site, release]);
  return (
    <CompositionContext value={parts}>
      <WidgetHost value={SiteWidget}>{children}</WidgetHost>
    </CompositionContext>
  );
}

/** A widget in the page, or its fallback. */
function SiteWidget(widget: HostedWidget): ReactNode {
  const parts = use(CompositionContext);
  return parts === null ? widget.fallback : <HeldWidget {...parts} widget={widget} />;
}

function HeldWidget({ site, release, widget }: CompositionParts & { widget: HostedWidget }) {
  const { app, expose, props, fallback } = widget;
  const { remote, key, mayBegin, mayStay } = useWidgetBuild(site, release, app, expose);
  /** What has come; `key` says of which build, and of which try. */
  const [arrived, setArrived] = useState<{ key: string; module: WidgetModule } | null>(null);
  useEffect(() => {
    if (remote === null || !mayBegin) return;
    let isWanted = true;
    void site.builds.widget(remote, expose).then((load) => {
      if (!load.ok) site.release.dispatch({ type: 'swap', app });
      else if (isWanted) setArrived({ key, module: load.value });
    });
    return () => {
      isWanted = false;
    };
  }, [site, remote, app, expose, key, mayBegin]);

  const released = remote?.build ?? '';
  const failed = useCallback(
    (error: unknown) => site.release.widgetFailed({ app, build: released }, error),
    [site, app, released],
  );

  // Not the build before until this one is there: another widget of the app may have this one already.
  if (remote === null || arrived?.key !== key || !mayStay) return fallback;
  const { Widget, build = remote.build } = arrived.module;
  const broken = (error: unknown) => (
    <>
      <Failed error={error} failed={failed} />
      {fallback}
    </>
  );
  return (
    <PageBoundary key={key} page={key} broken={broken}>
      <Suspense fallback={fallback}>
        <RunningZone app={app} build={build} base={remote.base} release={site.release} as="widget">
          <Widget {...props} />
        </RunningZone>
      </Suspense>
    </PageBoundary>
  );
}
