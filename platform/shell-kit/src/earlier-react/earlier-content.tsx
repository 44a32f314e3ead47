import {
  type ComponentType,
  use,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import type { DataRouter } from 'react-router-dom';
import { WidgetHost } from '../composition/composition.tsx';
import type { RoutesProps } from '../federation/remote-module.ts';
import { PartContext } from '../router/blockers.ts';
import { useLoadedPage } from '../routing/page.ts';
import { ZonesContext } from '../routing/page-zone.tsx';
import { SettingsContext } from '../settings/settings.ts';
import type { EarlierRoot, Showing } from './earlier-root.tsx';
import { createWidgetPlaces, type WidgetPlaces } from './widget-places.ts';

/** What draws the routes of a build that is made with the earlier React, by what is bundled with that. */
export function earlierRoutes(showing: Showing, router: DataRouter): ComponentType<RoutesProps> {
  return function EarlierRoutes({ zoneFailed }) {
    // The props stay the same object as long as the build is shown.
    const [props] = useState({ zoneFailed });
    const shown = { Component: showing.EarlierPage, props };
    return <EarlierContent showing={showing} router={router} {...shown} />;
  };
}

/** A widget that is made with the earlier React, as one of the page's. */
export function earlierWidget(
  showing: Showing,
  router: DataRouter,
  Widget: ComponentType<object>,
): ComponentType<object> {
  return function EarlierWidget(props) {
    const shown = { Component: Widget, props };
    return <EarlierContent showing={showing} router={router} {...shown} />;
  };
}

interface EarlierContentProps<Props extends object> {
  showing: Showing;
  router: DataRouter;
  /** A component made with the earlier React. */
  Component: ComponentType<Props>;
  props: Props;
}

/** A component of the earlier React, in a root of its own. */
function EarlierContent<Props extends object>({
  showing,
  router,
  Component,
  props,
}: EarlierContentProps<Props>) {
  const element = useRef<HTMLDivElement>(null);
  const root = useRef<EarlierRoot>(null);
  const page = useLoadedPage()?.key ?? '';
  const zones = use(ZonesContext);
  const part = use(PartContext);
  const values = use(SettingsContext);
  const [places] = useState(createWidgetPlaces);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const failed = (error: unknown) => setFailure({ error });
    const parts = { router, page, places, part, failed };
    root.current ??= showing.createEarlierRoot(element.current, parts);
    root.current.show(Component, props, { zones, values });
  }, [showing, router, page, zones, values, places, part, Component, props]);
  // A boundary that waits again ends the effects of what it hides, and begins them anew.
  useLayoutEffect(
    () => () => {
      root.current?.unmount();
      root.current = null;
    },
    [],
  );
  // To the page's own boundary: the ladder starts there.
  if (failure !== null) throw failure.error;
  return (
    <>
      <div ref={element} />
      <Widgets places={places} />
    </>
  );
}

/** The widgets that are asked for in a root of the earlier React: what shows them is of the page's. */
function Widgets({ places }: { places: WidgetPlaces }) {
  const Hosted = use(WidgetHost);
  const all = useSyncExternalStore(places.subscribe, places.all);
  if (Hosted === null) return null;
  return [...all].map(([key, { element, widget, needsFallback }]) =>
    createPortal(
      <Hosted {...widget} fallback={<NeedsFallback told={needsFallback} />} />,
      element,
      key,
    ),
  );
}

/** Stands where the fallback is wanted. */
function NeedsFallback({ told }: { told: (needed: boolean) => void }) {
  useLayoutEffect(() => {
    told(true);
    return () => told(false);
  }, [told]);
  return null;
}
