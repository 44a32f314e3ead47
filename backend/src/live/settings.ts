import type { SlotLimits } from '@tallystick/guard/slots';

/** Bounds and rhythms of the feed. Times in milliseconds. */
export interface LiveFeedSettings {
  heartbeat: number;
  /** How often events are looked for without a wake-up, because one can be lost. */
  look: number;
  /** How often old events are deleted. */
  prune: number;
  /** Events that stay in the table. More than `replay`, so that a replay is not overtaken. */
  keep: number;
  /** How many events back a reader may resume. */
  replay: number;
  /** Bytes of events in memory. Less than `unread`, so that a resuming reader is not cut off. */
  ring: number;
  /** Bytes that one reader may leave unread before it is cut off. */
  unread: number;
  /** How long a resuming reader may take nothing at all before it is cut off. */
  stallTimeout: number;
  /** Logouts of one generation of sessions; the store keeps those of two. */
  logouts: number;
  /** How long a long poll of the durable stream waits for an event. */
  longPoll: number;
  /** Of open streams. */
  slots: SlotLimits;
}

/** See docs/decisions/0012-bounds-of-the-feed.md for the reasons. How many slots there are the process says. */
export const defaultSettings: Omit<LiveFeedSettings, 'slots'> = {
  heartbeat: 20_000,
  look: 5_000,
  prune: 60_000,
  keep: 20_000,
  replay: 10_000,
  ring: 512 * 1024,
  unread: 1024 * 1024,
  stallTimeout: 30_000,
  logouts: 50_000,
  longPoll: 20_000,
};
