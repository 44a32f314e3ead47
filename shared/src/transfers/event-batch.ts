import type { LiveEvent } from '../contracts/live.ts';

const longestBatch = 1000;
/** Milliseconds between two batches: time to aim at a row and press it before others come. */
const pace = 2_000;

/**
 * Passes events on together, at a frame, at most every two seconds, however fast they come. A
 * hidden tab has no frames, so its events wait until it is seen again. If they become too many to
 * keep, `onMissed` is called then in their place. Once events were missed, none is handed over any
 * more; `onMissed` is called again at each `miss`, until somebody opens a new batch.
 */
export function batchEvents(
  onEvents: (events: readonly LiveEvent[]) => void,
  onMissed: () => void,
) {
  let waiting: LiveEvent[] = [];
  let missed = false;
  let cancel: (() => void) | null = null;
  let last = Number.NEGATIVE_INFINITY;

  const handOver = () => {
    cancel = null;
    last = performance.now();
    const events = waiting;
    waiting = [];
    if (missed) onMissed();
    else onEvents(events);
  };
  const atFrame = () => {
    const frame = requestAnimationFrame(handOver);
    cancel = () => cancelAnimationFrame(frame);
  };
  const schedule = () => {
    if (cancel) return;
    const wait = last + pace - performance.now();
    if (wait <= 0) return atFrame();
    const timer = setTimeout(atFrame, wait);
    cancel = () => clearTimeout(timer);
  };
  const miss = () => {
    missed = true;
    waiting = [];
    schedule();
  };
  return {
    /** Says that events were missed: `onMissed` is called in place of what waits. */
    miss,
    add: (event: LiveEvent) => {
      if (missed) return;
      if (waiting.length === longestBatch) return miss();
      waiting.push(event);
      schedule();
    },
    /** Forgets what was not handed over yet, and hands over nothing any more. */
    close: () => {
      cancel?.();
      missed = true;
      cancel = () => {};
    },
  };
}
