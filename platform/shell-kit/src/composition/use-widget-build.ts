import { useSyncExternalStore } from 'react';
import type { ReleaseInPage } from '../release/release-in-page.ts';
import type { Site } from '../routing/site.ts';

/** Which build of an app brings a widget to a page of this release, as long as the page is shown. */
export function useWidgetBuild(
  { release }: Site,
  ofPage: ReleaseInPage,
  app: string,
  expose: string,
) {
  const useNow = <Value>(now: () => Value) => useSyncExternalStore(release.subscribe, now, now);
  const remote = useNow(() => {
    const found = release.ofWidgets(ofPage).remotes.find(({ name }) => name === app);
    return found?.declaration.exposes?.includes(expose) ? found : null;
  });
  const build = { app, build: remote?.build ?? '' };
  return {
    /** Null: no app of the release declares this widget. */
    remote,
    /** Another build, or another try of it, has another key. */
    key: `${build.build}~${useNow(() => release.state().attempts)}`,
    /** Whether it may be loaded and shown. */
    mayBegin: useNow(() => release.mayShow(build)),
    /** Whether what is shown of it may stay. */
    mayStay: useNow(() => !release.hasGraceExpired(build)),
  };
}
