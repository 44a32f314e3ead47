import type { LiveEvent } from '../contracts/live.ts';

/** What a connection reports while it lasts. After `gap` or `lost` it reports nothing more. */
export type ConnectionNews =
  /** Every event after `position` follows. Said once, before any event. */
  | { readonly type: 'opened'; readonly position: number }
  | { readonly type: 'event'; readonly event: LiveEvent }
  /** A sign of life. */
  | { readonly type: 'beat' }
  /** The events since where it was to begin can no longer be had. */
  | { readonly type: 'gap' }
  | { readonly type: 'lost' };
export type Report = (news: ConnectionNews) => void;

/**
 * Opens a connection that reports every event after `since`; null: from now on. Returns how to
 * disconnect, after which it reports nothing more.
 */
export type Connect = (since: number | null, report: Report) => () => void;

/** How a tab comes to events: over a connection of its own, or through another tab's. */
export interface Line {
  readonly connect: Connect;
  /** Gives the line up until the next `connect`. */
  readonly leave: () => void;
  /** What other tabs may have to know. */
  readonly publish: (news: LineNews) => void;
}

export type LineNews =
  | { readonly type: 'up' }
  | { readonly type: 'down' }
  /** `after` is the sequence of the event before this one. */
  | { readonly type: 'event'; readonly event: LiveEvent; readonly after: number };

/** What a line asks of the bus it serves. */
export interface LineHost {
  /** The bus has to connect anew at once: the way to events is another now. */
  readonly handover: () => void;
  /** A connection would work now. */
  readonly reachable: () => void;
  /** What another tab, which has everything up to `since`, has to be told. */
  readonly answer: (since: number | null) => LineAnswer;
}

export type LineAnswer =
  | { readonly type: 'welcome'; readonly position: number; readonly events: LiveEvent[] }
  | { readonly type: 'gap' }
  | { readonly type: 'down' };
