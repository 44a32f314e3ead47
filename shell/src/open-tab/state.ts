import type { AppBuild } from '../federation/running.ts';

/** Which build of each app a release gives to this browser. */
export interface Release {
  readonly revision: number;
  readonly shell: string;
  /** The build of each remote, by its name. */
  readonly remotes: Readonly<Record<string, string>>;
}

/** What an open tab knows of releases, and what of them it shows. */
export interface TabState {
  /** The shell that runs here, until the page is loaded anew. */
  readonly shell: AppBuild;
  /** The release whose routes and menu the page has. */
  readonly shown: Release;
  /** The newest release of this browser: where the next navigation to another page leads. */
  readonly goal: Release;
  /** The release whose routes the navigation under way was given; null if it was given none. */
  readonly navigation: Release | null;
  /** The build whose page stands at this address, be it broken; null: the shell's own page. */
  readonly at: AppBuild | null;
  /** A recalled build whose page was to be shown and is held back. */
  readonly blocked: AppBuild | null;
  /** The builds whose components are in the page, by app. */
  readonly running: Readonly<Record<string, string>>;
  /** The newest revision that was told, and the builds to leave at once since. */
  readonly told: number;
  readonly recalled: readonly AppBuild[];
  /** Recalled builds of which nothing is shown any more. */
  readonly graceExpired: readonly AppBuild[];
  readonly asking: 'no' | 'yes' | 'waiting';
  /** The newest revision that was told when a release was last asked for. */
  readonly askedAt: number;
  /** Attempts in a row that brought no release. */
  readonly failures: number;
  /** A release came that this shell does not understand. */
  readonly unreadable: boolean;
  /** App whose page is being replaced because of a recall; then the one whose page was. */
  readonly replacing: string | null;
  readonly putBack: string | null;
  /** What the person is doing: fields that hold something unsaved, and activity that move. */
  readonly dirty: boolean;
  readonly active: boolean;
  /** The new version is offered; it was declined for now; the page is loading anew. */
  readonly offered: boolean;
  readonly snoozed: boolean;
  readonly reloading: boolean;
  /** The shell for which a tab of this session reloaded by itself already: not twice. */
  readonly reloadedFor: string | null;
}

/** What the page says of itself as the open tab's part starts. */
export interface Beginning {
  shell: AppBuild;
  release: Release;
  reloadedFor: string | null;
}

export function initialState({ shell, release, reloadedFor }: Beginning): TabState {
  return {
    shell,
    shown: release,
    goal: release,
    navigation: null,
    at: null,
    blocked: null,
    running: {},
    told: release.revision,
    recalled: [],
    graceExpired: [],
    asking: 'no',
    askedAt: release.revision,
    failures: 0,
    unreadable: false,
    replacing: null,
    putBack: null,
    dirty: false,
    active: true,
    offered: false,
    snoozed: false,
    reloading: false,
    reloadedFor,
  };
}

/** True if both releases give the same builds: then routes, menu and code are the same too. */
export function sameBuilds(one: Release, other: Release): boolean {
  const apps = Object.keys(one.remotes);
  return (
    apps.length === Object.keys(other.remotes).length &&
    apps.every((app) => one.remotes[app] === other.remotes[app])
  );
}

export function isRecalled({ recalled }: TabState, { app, build }: AppBuild): boolean {
  return recalled.some((part) => part.app === app && part.build === build);
}

/** The recalled builds that are in the page. */
export function exposedBuilds(state: TabState): AppBuild[] {
  return Object.entries(state.running)
    .map(([app, build]) => ({ app, build }))
    .filter((part) => isRecalled(state, part));
}

/** Whether the page needs another shell: a new one, or at once because its own is recalled. */
export function shellWanted(state: TabState): 'none' | 'new' | 'urgent' {
  const { shell, goal, unreadable } = state;
  if (goal.shell === shell.build && !unreadable) return 'none';
  return isRecalled(state, shell) ? 'urgent' : 'new';
}
