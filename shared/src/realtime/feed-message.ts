import type { LiveEvent } from '../contracts/live.ts';

/**
 * What a subscriber hears. `event`: one transfer was inserted or updated; each comes once, in commit
 * order. `refetch`: events were missed for good, load the page again; said once per gap.
 */
export type FeedMessage =
  | { readonly type: 'event'; readonly event: LiveEvent }
  | { readonly type: 'refetch' };

export type FeedListener = (message: FeedMessage) => void;

/** The one live feed of a page. It is connected only while somebody is subscribed. */
export interface Feed {
  /**
   * `since` is the sequence that the subscriber's page was read at. It then hears every later
   * event, or `refetch` if they are no longer to be had. Without `since` it hears what comes from
   * now on, and `refetch` when a feed that was not live yet goes live. The listener may be called
   * before this returns. Returns what unsubscribes.
   */
  readonly subscribe: (listener: FeedListener, since?: number) => () => void;
  /** Lets the connection go until `resume`; what happens meanwhile is caught up then. */
  readonly pause: () => void;
  readonly resume: () => void;
}
