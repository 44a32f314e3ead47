import type { Bus, BusParts } from './bus.ts';
import type { Feed } from './feed-message.ts';

interface LateFeedParts extends Pick<BusParts, 'clock' | 'onState'> {
  /** Brings what runs the feed; may be asked again if it fails. */
  readonly load: () => Promise<Bus>;
}

const firstRetry = 5_000;
const longestRetry = 60_000;

/**
 * The feed as pages have it from the beginning. What runs it is loaded when somebody first listens,
 * and then takes over who listens and what was said so far. Until then the state is `connecting`,
 * or `waiting` after an attempt that failed.
 */
export function createLateFeed({ load, clock, onState }: LateFeedParts): Feed {
  /** Subscribers, as what takes them to the bus. */
  const waiting = new Set<(bus: Bus) => void>();
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
    for (const join of waiting) join(arrived);
    if (paused) arrived.pause();
    waiting.clear();
  };

  return {
    subscribe: (listener, since) => {
      if (bus) return bus.subscribe(listener, since);
      const join = (arrived: Bus) => {
        leave = arrived.subscribe(listener, since);
      };
      let leave = () => {
        waiting.delete(join);
        if (waiting.size === 0) onState('idle');
      };
      waiting.add(join);
      if (loading) show();
      else begin(firstRetry);
      return () => leave();
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
