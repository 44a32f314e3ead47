import type { LiveEvent } from '../contracts/live.ts';

/** The last events in order, without a hole, so that a latecomer can be told what it missed. */
export type History = ReturnType<typeof createHistory>;

const limit = 500;

export function createHistory() {
  let floor: number | null = null;
  let events: LiveEvent[] = [];
  return {
    /** Begins anew: the next event is the first after `position`. Null: not known yet. */
    restart: (position: number | null) => {
      floor = position;
      events = [];
    },
    add: (event: LiveEvent) => {
      events.push(event);
      if (events.length <= limit) return;
      floor = events.shift()?.sequence ?? floor;
    },
    /** The events after `sequence`, as far as there are any; null if some of them are no longer kept. */
    after: (sequence: number): LiveEvent[] | null =>
      floor !== null && sequence < floor
        ? null
        : events.filter((event) => event.sequence > sequence),
  };
}
