import type { HostedWidget } from '@tallystick/shared/composition';
import { type ReactNode, Suspense, use, useEffect, useLayoutEffect, useState } from 'react';
import type { WidgetModule } from '../federation/remote-module.ts';
import type { Build } from '../release/build.ts';
import { widgetFailed } from '../release/page-failed.ts';
import { PageBoundary } from '../routing/page-boundary.tsx';
import { RunningZone } from '../routing/running-zone.tsx';
import type { Site } from '../routing/site.ts';
import { CompositionContext, type CompositionParts } from './composition-context.ts';
import { useWidgetBuild } from './use-widget-build.ts';

/** A widget in the page, or its fallback. */
export function SiteWidget(widget: HostedWidget): ReactNode {
  const parts = use(CompositionContext);
  return parts === null ? widget.fallback : <HeldWidget {...parts} widget={widget} />;
}

/** A widget that has come; `key` says of which build, and of which try. */
interface Arrived {
  key: string;
  module: WidgetModule;
}

function HeldWidget({ site, release, widget }: CompositionParts & { widget: HostedWidget }) {
  const { app, expose, props, fallback } = widget;
  const { remote, key, mayBegin, mayStay } = useWidgetBuild(site, release, app, expose);
  const [arrived, setArrived] = useState<Arrived | null>(null);
  useEffect(() => {
    if (remote === null || !mayBegin) return;
    let isWanted = true;
    void site.builds.widget(remote, expose).then((load) => {
      if (!load.ok) site.release.dispatch({ type: 'swap', app });
      else if (isWanted) setArrived({ key, module: load.module });
    });
    return () => {
      isWanted = false;
    };
  }, [site, remote, app, expose, key, mayBegin]);

  // Not the build before until this one is there: another widget of the app may have this one already.
  if (remote === null || arrived?.key !== key || !mayStay) return fallback;
  const { Widget, build = remote.build } = arrived.module;
  const part = { app, build: remote.build };
  const broken = (error: unknown) => (
    <BrokenWidget site={site} part={part} error={error} fallback={fallback} />
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

interface BrokenWidgetProps {
  site: Site;
  part: Build;
  error: unknown;
  fallback: ReactNode;
}

function BrokenWidget({ site, part: { app, build }, error, fallback }: BrokenWidgetProps) {
  useLayoutEffect(() => widgetFailed(site, { app, build }, error), [site, app, build, error]);
  return fallback;
}
