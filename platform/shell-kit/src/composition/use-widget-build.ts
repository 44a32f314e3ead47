import { useSyncExternalStore } from 'react';
import { includesBuild } from '../release/build.ts';
import { isUsable } from '../release/ladder.ts';
import type { ReleaseInPage } from '../release/release-in-page.ts';
import { isRecalled } from '../release/state.ts';
import { widgetRelease } from '../release/widgets.ts';
import type { Site } from '../routing/site.ts';

/** Which build of an app brings a widget to a page of this release, as long as the page is shown. */
export function useWidgetBuild(
  { release: { state, subscribe } }: Site,
  ofPage: ReleaseInPage,
  app: string,
  expose: string,
) {
  const useNow = <Value>(now: () => Value) => useSyncExternalStore(subscribe, now, now);
  const remote = useNow(() => {
    const found = widgetRelease(state(), ofPage).remotes.find(({ name }) => name === app);
    return found?.declaration.exposes?.includes(expose) ? found : null;
  });
  const build = { app, build: remote?.build ?? '' };
  return {
    /** Null: no app of the release declares this widget. */
    remote,
    /** Another build, or another try of it, has another key. */
    key: `${build.build}~${useNow(() => state().attempts)}`,
    /** Whether it may be loaded and shown: not a recalled build, nor one of which nothing works here. */
    mayBegin: useNow(() => {
      const ladder = state().ladders[app];
      return !isRecalled(state(), build) && (!ladder || isUsable(ladder, build.build));
    }),
    /** Whether what is shown of it may stay. */
    mayStay: useNow(() => !includesBuild(state().graceExpired, build)),
  };
}
