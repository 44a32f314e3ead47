import type { SettingValues } from '@tallystick/contract/setting-values';
import { broughtInto } from '@tallystick/contract/slots';
import {
  createContext,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { WidgetModule } from '../federation/remote-module.ts';
import type { Build } from '../release/build.ts';
import type { ReleaseInPage } from '../release/release-in-page.ts';
import { PartContext } from '../router/blockers.ts';
import { Failed, PageBoundary } from '../routing/page-boundary.tsx';
import { RunningZone } from '../routing/running-zone.tsx';
import type { Site } from '../routing/site.ts';
import { SettingsContext } from '../settings/settings.ts';
import { type HostedWidget, WidgetHost } from './composition.tsx';
import { useWidgetBuild } from './use-widget-build.ts';

/** The site, and the release of the page that shows widgets. */
interface CompositionParts {
  site: Site;
  release: ReleaseInPage;
}

interface CompositionProps extends CompositionParts {
  /** The build whose page it is; null: it is the shell's own. */
  build: Build | null;
  /** What is set of the settings of the app whose page it is. */
  values?: SettingValues | undefined;
  children: ReactNode;
}

const CompositionContext = createContext<CompositionParts | null>(null);

/** Lets what is in it show widgets of remotes, in the builds that this page has, and read its settings. */
export function Composition({ site, release, build, values, children }: CompositionProps) {
  const parts = useMemo(() => ({ site, release }), [site, release]);
  return (
    <CompositionContext value={parts}>
      <WidgetHost value={SiteWidget}>
        <PartOfBuild site={site} app={build?.app} build={build?.build}>
          <SettingsContext value={values}>{children}</SettingsContext>
        </PartOfBuild>
      </WidgetHost>
    </CompositionContext>
  );
}

interface PartOfBuildProps {
  site: Site;
  app: string | undefined;
  build: string | undefined;
  children: ReactNode;
}

/** Says to what is in it whose it is. */
function PartOfBuild({ site, app, build, children }: PartOfBuildProps) {
  const { blockers } = site.release;
  const part = useMemo(
    () => ({ blockers, build: app && build ? { app, build } : null }),
    [blockers, app, build],
  );
  return <PartContext value={part}>{children}</PartContext>;
}

/** A widget in the page, or its fallback; or the widgets of a slot. */
function SiteWidget(widget: HostedWidget): ReactNode {
  const parts = use(CompositionContext);
  if (parts === null) return widget.fallback;
  if (widget.slot === undefined) return <HeldWidget {...parts} widget={widget} />;
  return <FilledSlot {...parts} slot={widget.slot} props={widget.props} />;
}

interface FilledSlotProps extends CompositionParts {
  slot: string;
  props: object;
}

/** What the release of this page has in a slot; as long as the page is shown, it stays that. */
function FilledSlot({ site, release, slot, props }: FilledSlotProps) {
  const ofWidgets = () => site.release.ofWidgets(release);
  const { remotes, slots } = useSyncExternalStore(site.release.subscribe, ofWidgets, ofWidgets);
  const declarations = remotes.map(({ declaration }) => declaration);
  return broughtInto(slot, declarations, slots).map(({ name, hidden, app, expose }) =>
    hidden ? null : (
      <HeldWidget
        key={name}
        site={site}
        release={release}
        widget={{ app, expose, props, fallback: null }}
      />
    ),
  );
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
          <PartOfBuild site={site} app={app} build={build}>
            <SettingsContext value={remote.values}>
              <Widget {...props} />
            </SettingsContext>
          </PartOfBuild>
        </RunningZone>
      </Suspense>
    </PageBoundary>
  );
}
