import type { SlotLimits } from '@tallystick/guard/slots';

/** How many slots there are for open streams the process says. */
export type LiveFeedSettings = typeof defaultSettings & { slots: SlotLimits };

/** Bounds and rhythms of the feed, times in milliseconds. See docs/decisions/0012-bounds-of-the-feed.md for the reasons. */
export const defaultSettings = {
  heartbeat: 20_000,
  /** How often events are looked for without a wake-up, because one can be lost. */
  look: 5_000,
  /** How often old events are deleted. */
  prune: 60_000,
  /** Events that stay in the table. More than `replay`, so that a replay is not overtaken. */
  keep: 20_000,
  /** How many events back a reader may resume. */
  replay: 10_000,
  /** Bytes of events in memory. Less than `unread`, so that a resuming reader is not cut off. */
  ring: 512 * 1024,
  /** Bytes that one reader may leave unread before it is cut off. */
  unread: 1024 * 1024,
  /** How long a resuming reader may take nothing at all before it is cut off. */
  stallTimeout: 30_000,
  /** Logouts of one generation of sessions; the store keeps those of two. */
  logouts: 50_000,
  /** How long a long poll of the durable stream waits for an event. */
  longPoll: 20_000,
};
