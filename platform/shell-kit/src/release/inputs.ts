import type { PageError } from '@tallystick/contract/page-error';
import type { ReleaseDocument, RemoteRelease } from '@tallystick/contract/release';
import type { TimerEffect } from '../machine/run-machine.ts';
import type { Build, FailureKind } from './build.ts';
import type { ReleaseInPage } from './release-in-page.ts';

export type ReleaseTimer =
  | 'ask'
  | 'grace'
  | 'notice'
  | 'retry'
  | 'snooze'
  | 'standing'
  | 'widgets-standing';

/** What happens to a page and the releases of its channel. */
export type ReleaseInput =
  /** The channel's state, at once after connecting and after each new revision. */
  | { type: 'news'; revision: number; recalled: readonly Build[] }
  /** The release of this browser, as asked for. */
  | { type: 'release'; release: ReleaseDocument }
  | { type: 'no-release'; why: 'unreachable' | 'unreadable' }
  /** A navigation begins, to another page or within this one. */
  | { type: 'navigation'; to: 'page' | 'place' }
  /** The load that began last comes to no page. */
  | { type: 'broken-off' }
  /** No page is being loaded. What stands at this address is taken from this release. */
  | { type: 'settled'; build: Build | null; failed: boolean; release: ReleaseInPage }
  /** The page of a recalled build was to be shown and waits; it waits no more. */
  | { type: 'held-back' | 'let-go'; build: Build }
  /** The components of a build are in the page; they are gone. */
  | { type: 'mounted' | 'unmounted'; build: Build }
  /** The same of a widget in a page. */
  | { type: 'widget-mounted' | 'widget-unmounted'; build: Build }
  /** A widget of this app cannot be shown. */
  | { type: 'swap'; app: string }
  /** `took`: milliseconds from asking for it to its pages being there. */
  | { type: 'loaded'; build: Build; took: number }
  | { type: 'failed'; build: Build; kind: FailureKind }
  /** An event of a build threw; `dirty`: something is half filled in the page. */
  | { type: 'threw'; build: Build; dirty: boolean }
  /** Something was thrown in the page, as it is to be reported. */
  | { type: 'erred'; error: PageError }
  /** Another build takes the place of the page's. */
  | { type: 'renew' }
  /** Somebody wants to see a page that failed once more. */
  | { type: 'again'; app: string }
  /** The files that were asked for again are there or not. */
  | { type: 'retried' }
  | { type: 'online' }
  | { type: 'activity'; dirty: boolean; active: boolean }
  /** The tab is seen again after so many milliseconds. */
  | { type: 'back'; hiddenFor: number }
  | { type: 'later' | 'accepted' | 'dismissed' }
  /** `happened` was taken for a report. */
  | { type: 'reported' }
  | { type: 'elapsed'; timer: ReleaseTimer };

/** What is to be done, in this order. */
export type ReleaseEffect =
  /** Ask for the release of this browser. */
  | { type: 'ask' }
  /** Have the router load the page anew where it stands. */
  | { type: 'renew' }
  /** Load the released builds of these remotes, then say `retried`. */
  | { type: 'load'; remotes: readonly RemoteRelease[] }
  /** Note which build is beginning, for the page after this one, should it end here. */
  | { type: 'starting'; build: Build | null }
  | ({ type: 'notify' } & Notice)
  /** Whether to watch what the person is doing. */
  | { type: 'watch'; on: boolean }
  | { type: 'reload'; shell: string }
  | TimerEffect<ReleaseTimer>;

/** What a page does about releases once it has its content; see open-tab.ts. */
export type OpenTabEffect = Exclude<
  ReleaseEffect,
  { type: 'load' | 'starting' | 'arm' | 'disarm' }
>;

/** What the notices are to say; `replaced`: the title of a remote whose page was replaced. */
export interface Notice {
  replaced: string | null;
  shell: 'none' | 'new' | 'urgent';
}
