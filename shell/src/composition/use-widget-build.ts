import { useSyncExternalStore } from 'react';
import { includesBuild } from '../release/build.ts';
import { isUsable } from '../release/ladder.ts';
import type { ReleaseInPage, RemoteInPage } from '../release/release-in-page.ts';
import { isRecalled } from '../release/state.ts';
import { widgetRelease } from '../release/widgets.ts';
import type { Site } from '../routing/site.ts';

interface WidgetBuild {
  /** The build whose widget is shown; null: no app of the release declares this widget. */
  remote: RemoteInPage | null;
  /** Another build, or another try of it, has another key. */
  key: string;
  /** Whether it may be loaded and shown: not a recalled build, nor one of which nothing works here. */
  mayBegin: boolean;
  /** Whether what is shown of it may stay. */
  mayStay: boolean;
}

/** Which build of an app brings a widget to a page of this release, as long as the page is shown. */
export function useWidgetBuild(
  { release: { state, subscribe } }: Site,
  ofPage: ReleaseInPage,
  app: string,
  expose: string,
): WidgetBuild {
  const useNow = <Value>(now: () => Value) => useSyncExternalStore(subscribe, now, now);
  const remote = useNow(() => {
    const found = widgetRelease(state(), ofPage).remotes.find(({ name }) => name === app);
    return found?.declaration.exposes?.includes(expose) ? found : null;
  });
  const build = { app, build: remote?.build ?? '' };
  return {
    remote,
    key: `${build.build}~${useNow(() => state().attempts)}`,
    mayBegin: useNow(() => {
      const ladder = state().ladders[app];
      return !isRecalled(state(), build) && (!ladder || isUsable(ladder, build.build));
    }),
    mayStay: useNow(() => !includesBuild(state().graceExpired, build)),
  };
}
