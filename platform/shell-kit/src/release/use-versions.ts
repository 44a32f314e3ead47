import { useSyncExternalStore } from 'react';
import { useSite } from '../site-context.ts';
import { shellBuild } from './build.ts';
import type { ReleaseInPage } from './release-in-page.ts';
import { runningBuilds } from './state.ts';

/** One part of the site in this tab. */
export interface Version {
  readonly name: string;
  readonly build: string;
  /** Its code runs in the page; else it is what would. */
  readonly runs: boolean;
}

/** Which build of each part of a release this tab has, the shell first. */
export function useVersions({ shell, remotes }: ReleaseInPage): readonly Version[] {
  const { state, subscribe } = useSite().release;
  const running = runningBuilds(useSyncExternalStore(subscribe, state, state));
  return [
    { name: shell.name, build: shellBuild, runs: true },
    ...remotes.map(({ name, build }) => ({
      name,
      build: running[name] ?? build,
      runs: running[name] !== undefined,
    })),
  ];
}
