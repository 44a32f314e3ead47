import type { LiveEvent } from '../contracts/live.ts';

const longestBatch = 1000;

export interface EventBatch {
  readonly add: (event: LiveEvent) => void;
  /** Forgets what was not handed over yet. */
  readonly drop: () => void;
}

/**
 * Hands events over together, once a frame, however fast they come. A hidden tab has no frames: its
 * events wait, and if they become too many to keep, `onOverflow` is called in their place, once.
 */
export function batchEvents(
  onEvents: (events: readonly LiveEvent[]) => void,
  onOverflow: () => void,
): EventBatch {
  let waiting: LiveEvent[] = [];
  let frame: number | null = null;
  let overflown = false;

  const drop = () => {
    if (frame !== null) cancelAnimationFrame(frame);
    frame = null;
    waiting = [];
  };
  return {
    drop,
    add: (event) => {
      if (overflown) return;
      if (waiting.length === longestBatch) {
        overflown = true;
        drop();
        onOverflow();
        return;
      }
      waiting.push(event);
      frame ??= requestAnimationFrame(() => {
        const events = waiting;
        frame = null;
        waiting = [];
        onEvents(events);
      });
    },
  };
}
