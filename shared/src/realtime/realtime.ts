import { atom, getDefaultStore, useAtomValue } from 'jotai';
import type { LiveEvent } from '../contracts/live.ts';
import type { FeedState } from './feed-state.ts';

export type { FeedState } from './feed-state.ts';

/**
 * What a subscriber hears. `event`: one transfer was inserted or updated; each comes once, in commit
 * order. `refetch`: events were missed for good, load the page again; said once per gap.
 */
export type FeedMessage =
  | { readonly type: 'event'; readonly event: LiveEvent }
  | { readonly type: 'refetch' };

/** The one live feed of this page. It is connected only while somebody is subscribed. */
export interface Feed {
  /** Subscribe first, then load the page, then merge. Returns the way out. */
  readonly subscribe: (listener: (message: FeedMessage) => void) => () => void;
  /** Lets the connection go until `resume`; what happens meanwhile is caught up then. */
  readonly pause: () => void;
  readonly resume: () => void;
}

const stateAtom = atom<FeedState>('idle');

/** The live feed of this page: one instance for the shell and all remotes. */
export function transferFeed(): Feed {
  return { subscribe: () => () => {}, pause: () => {}, resume: () => {} };
}

/** The feed's state, for a notice or a dot; re-renders when it changes. */
export function useFeedState(): FeedState {
  return useAtomValue(stateAtom, { store: getDefaultStore() });
}
