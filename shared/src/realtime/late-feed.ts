import type { Clock } from '../machine/clock.ts';
import type { Bus } from './bus.ts';
import type { Feed, FeedListener } from './feed-message.ts';
import type { FeedState } from './feed-state.ts';

interface LateFeedParts {
  /** Brings what runs the feed; may be asked again if it fails. */
  readonly load: () => Promise<Bus>;
  readonly clock: Clock;
  readonly onState: (state: FeedState) => void;
}

interface Waiting {
  readonly listener: FeedListener;
  readonly since: number | undefined;
  leave: (() => void) | undefined;
}

const firstRetry = 5_000;
const longestRetry = 60_000;

/**
 * The feed as pages have it from the beginning. What runs it is loaded when somebody first listens,
 * and then takes over who listens and what was said so far; until it can be had, the state is
 * `connecting`, or `waiting` after an attempt that failed.
 */
export function createLateFeed({ load, clock, onState }: LateFeedParts): Feed {
  const waiting = new Set<Waiting>();
  let bus: Bus | undefined;
  let paused = false;
  let loading = false;
  let state: 'connecting' | 'waiting' = 'connecting';

  const show = () => {
    if (waiting.size > 0) onState(paused ? 'paused' : state);
  };
  const begin = (retry: number) => {
    loading = true;
    state = 'connecting';
    show();
    load().then(takeOver, () => {
      state = 'waiting';
      show();
      clock(retry, () => {
        loading = false;
        if (waiting.size > 0) begin(Math.min(2 * retry, longestRetry));
      });
    });
  };
  const takeOver = (arrived: Bus) => {
    bus = arrived;
    if (waiting.size === 0) onState('idle');
    for (const each of waiting) each.leave = arrived.subscribe(each.listener, each.since);
    if (paused) arrived.pause();
    waiting.clear();
  };

  return {
    subscribe: (listener, since) => {
      if (bus) return bus.subscribe(listener, since);
      const entry: Waiting = { listener, since, leave: undefined };
      waiting.add(entry);
      if (loading) show();
      else begin(firstRetry);
      return () => {
        if (entry.leave) return entry.leave();
        waiting.delete(entry);
        if (waiting.size === 0) onState('idle');
      };
    },
    pause: () => {
      if (bus) return bus.pause();
      paused = true;
      show();
    },
    resume: () => {
      if (bus) return bus.resume();
      paused = false;
      show();
    },
  };
}
