import type { ReleaseDocument } from '@tallystick/contract/release';
import { type Build, includesBuild, nameOfBuild } from './build.ts';
import type { Happened } from './happened.ts';
import type { Ladder } from './ladder.ts';
import type { ReleaseInPage } from './release-in-page.ts';

/** What a page knows of releases, and what of them it shows. See states.md. */
export interface ReleaseState {
  /** The shell that runs here, until the page is loaded anew. */
  readonly shell: Build;
  /** The newest release of this browser, as the site gave it. */
  readonly newest: ReleaseDocument;
  /** Which build of each remote the page has, by what worked here; by app. */
  readonly ladders: Readonly<Record<string, Ladder>>;
  /** Builds that took an earlier page of this tab with them. */
  readonly broken: readonly Build[];
  /** `newest`, with the builds that the page has: where the next navigation to another page leads. */
  readonly goal: ReleaseInPage;
  /** The release whose page and menu are on the screen. */
  readonly shown: ReleaseInPage;
  readonly navigation: Navigation;
  /** What stands at this address; null: nothing yet. `build` null: the shell's own; `failed`: it was not loaded. */
  readonly page: { readonly build: Build | null; readonly failed: boolean } | null;
  /** How often somebody tried a page again. */
  readonly attempts: number;
  /** Recalled builds whose pages were to be shown. */
  readonly heldBack: readonly Build[];
  /** The builds whose components are in the page, in the order in which they came. */
  readonly mounted: readonly Build[];
  /** The same of widgets that the page shows. */
  readonly widgets: readonly Build[];
  /** Whether the build that runs has been there long enough to be taken to work. */
  readonly stands: boolean;
  /** Builds that have stood once, by name, and whether an error in an event of theirs is reported. */
  readonly stood: Readonly<Record<string, 'quiet' | 'reported'>>;
  /** The errors that were noted to be reported, each once. */
  readonly erred: readonly string[];
  /** The newest revision that was announced, and the builds to leave at once since. */
  readonly announced: number;
  readonly recalled: readonly Build[];
  /** Recalled builds of which nothing is shown any more. */
  readonly graceExpired: readonly Build[];
  readonly request: ReleaseRequest;
  /** A release came that this shell does not understand. */
  readonly unreadable: boolean;
  /** The remote whose page a recall replaces; `title` is what people call it. Null: there is none. */
  readonly replacement: { readonly type: 'loading' | 'done'; readonly title: string } | null;
  readonly retry: Retry;
  readonly dirty: boolean;
  readonly active: boolean;
  readonly offer: ShellOffer;
  /** The shell for which a tab of this session reloaded by itself already: not twice. */
  readonly reloadedFor: string | null;
  readonly happened: Happened;
}

/** The page that the router loads: `asked` of it, or begun by it. */
export type Navigation =
  | { readonly type: 'none' }
  | { readonly type: 'asked' | 'begun'; readonly release: ReleaseInPage };

/** The newest release is asked for as long as less than what was announced is known. */
export type ReleaseRequest =
  | { readonly type: 'none' }
  /** `announced`: what was by the time it was asked for. */
  | { readonly type: 'sent'; readonly announced: number; readonly failures: number }
  | { readonly type: 'waiting'; readonly failures: number };

/** Files that did not come are asked for again; `failures`: tries in a row that brought not all. */
export type Retry =
  | { readonly type: 'none' | 'waiting'; readonly failures: number }
  | { readonly type: 'trying'; readonly failures: number; readonly apps: readonly string[] };

/** A new shell needs the whole page loaded anew. */
export type ShellOffer = 'none' | 'offered' | 'snoozed' | 'reloading';

/** The release of the page that is being loaded, else of the one that is shown. */
export function releaseInUse({ navigation, shown }: ReleaseState): ReleaseInPage {
  return navigation.type === 'none' ? shown : navigation.release;
}

/** The build whose components are in the page; null: none of a remote's. */
export function runningBuild({ mounted }: ReleaseState): Build | null {
  return mounted.at(-1) ?? null;
}

/** The build of each app whose components are in the page, by app. */
export function runningBuilds({ mounted, widgets }: ReleaseState): Record<string, string> {
  return Object.fromEntries([...widgets, ...mounted].map(({ app, build }) => [app, build]));
}

/** The build that has come into the page and may not have come to its end; null: all stand. */
export function startingBuild(state: ReleaseState): Build | null {
  const newest = state.widgets.at(-1);
  if (newest && !(nameOfBuild(newest) in state.stood)) return newest;
  return state.stands ? null : runningBuild(state);
}

export function isRecalled({ recalled }: Pick<ReleaseState, 'recalled'>, build: Build): boolean {
  return includesBuild(recalled, build);
}

/** The recalled builds that are in the page. */
export function exposedBuilds(state: ReleaseState): Build[] {
  return [...state.mounted, ...state.widgets].filter((build) => isRecalled(state, build));
}

/** Whether nothing of the page is shown: its build is recalled, and no other came in time. */
export function hasPageGraceExpired({ page, graceExpired }: ReleaseState): boolean {
  return page?.build != null && includesBuild(graceExpired, page.build);
}

/** Whether the page needs another shell: a new one, or at once because its own is recalled. */
export function shellWanted(state: ReleaseState): 'none' | 'new' | 'urgent' {
  const { shell, newest, unreadable } = state;
  if (newest.shell.build === shell.build && !unreadable) return 'none';
  return isRecalled(state, shell) ? 'urgent' : 'new';
}
