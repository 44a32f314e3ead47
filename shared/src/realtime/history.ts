import type { LiveEvent } from '../contracts/live.ts';

/** The last events in order, without a hole, so that a latecomer can be told what it missed. */
export interface History {
  /** Begins anew: the next event is the first after `position`. Null: not known yet. */
  readonly restart: (position: number | null) => void;
  readonly add: (event: LiveEvent) => void;
  /** Whether it is known what follows what. */
  readonly known: () => boolean;
  /** The events after `sequence`; null if some of them are no longer kept. */
  readonly after: (sequence: number) => readonly LiveEvent[] | null;
}

export function createHistory(limit: number): History {
  let floor: number | null = null;
  let events: LiveEvent[] = [];
  return {
    restart: (position) => {
      floor = position;
      events = [];
    },
    add: (event) => {
      events.push(event);
      if (events.length <= limit) return;
      floor = events.shift()?.sequence ?? floor;
    },
    known: () => floor !== null,
    after: (sequence) =>
      floor === null || sequence < floor
        ? null
        : events.filter((event) => event.sequence > sequence),
  };
}
