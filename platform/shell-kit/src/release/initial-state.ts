import type { ReleaseDocument } from '@tallystick/contract/release';
import type { Build } from './build.ts';
import { nothing } from './happened.ts';
import { failBuild, followRelease } from './ladders.ts';
import { releaseInPage } from './release-in-page.ts';
import type { ReleaseState } from './state.ts';

export interface Beginning {
  /** The build of the shell that runs. */
  readonly shell: string;
  /** The release that the page was served with. */
  readonly release: ReleaseDocument;
  readonly reloadedFor?: string | null;
  /** Builds that took an earlier page of this tab with them. */
  readonly broken?: readonly Build[];
  /** The build that was beginning when the last page of this tab ended; null: it ended well. */
  readonly endedIn?: Build | null;
}

export function initialState({
  shell,
  release,
  reloadedFor = null,
  broken = [],
  endedIn = null,
}: Beginning): ReleaseState {
  const ladders = followRelease({ newest: release, ladders: {}, broken, recalled: [] });
  const goal = releaseInPage(release, ladders);
  const state: ReleaseState = {
    shell: { app: release.shell.name, build: shell },
    newest: release,
    ladders,
    broken,
    goal,
    shown: goal,
    navigation: { type: 'begun', release: goal },
    page: null,
    attempts: 0,
    heldBack: [],
    mounted: [],
    widgets: [],
    stands: false,
    stood: {},
    erred: [],
    announced: release.revision,
    recalled: [],
    graceExpired: [],
    request: { type: 'none' },
    unreadable: false,
    replacement: null,
    retry: { type: 'none', failures: 0 },
    dirty: false,
    active: true,
    offer: 'none',
    reloadedFor,
    happened: nothing,
  };
  if (endedIn === null) return state;
  const failed = failBuild(state, endedIn, 'boot');
  return { ...failed, shown: failed.goal, navigation: { type: 'begun', release: failed.goal } };
}
